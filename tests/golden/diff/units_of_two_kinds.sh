# exit 2
allways solve sioux_falls -o time.omx --cost time --quiet
allways import sioux_falls -o net.gpkg --quiet
allways solve net.gpkg -o length.omx --cost length --quiet
allways diff time.omx length.omx
