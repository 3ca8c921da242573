printf 'ncols 4\nnrows 2\nxllcorner 7.99\nyllcorner 46.99\ncellsize 0.01\n400 410 430 420\n400 410 430 420\n' > dem.asc
printf 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' > dem.prj
allways import fixtures/village.osm --profile bicycle --elevation dem.asc -o village.gpkg
allways info village.gpkg | grep -E "scent"
allways table village.gpkg --origins 1 --destinations 12 --skim ascent --skim descent -o - -f csv-long -q
