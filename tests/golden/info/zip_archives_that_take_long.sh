# exit 3
python3 - << 'END'
import zipfile
with zipfile.ZipFile("many.zip", "w") as archive:
    for i in range(10001):
        archive.writestr(f"{i}.txt", "")
    archive.write("fixtures/two_parts.geojson", "roads.geojson")
with zipfile.ZipFile("blank.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("roads.geojson", '{"type":"FeatureCollection","features":[' + " " * 20_000_000 + "]}")
END
allways info many.zip -q
allways info blank.zip -q
