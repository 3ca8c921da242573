allways info fixtures/district.geojson
