# exit 2
allways formats shapefile
