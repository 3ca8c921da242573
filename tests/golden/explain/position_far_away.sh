# exit 3
allways explain fixtures/village.osm --from @47,8.0001 --to 8
