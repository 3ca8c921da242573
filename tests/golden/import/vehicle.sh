allways import fixtures/village.osm -o van.gpkg --profile truck --vehicle height=2.8,weight=3.5 -q && allways info van.gpkg
