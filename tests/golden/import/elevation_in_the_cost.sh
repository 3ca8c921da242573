# An expression may use the ascent that the same command computes.
printf 'ncols 4\nnrows 2\nxllcorner 7.99\nyllcorner 46.99\ncellsize 0.01\n400 410 430 420\n400 410 430 420\n' > dem.asc
printf 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' > dem.prj
for cost in 'time + 6 * ascent' ascent; do
    allways table fixtures/village.osm --profile foot --elevation dem.asc --origins 1 --destinations 12 --cost "$cost" --skim ascent -o - -f csv-long -q
done
allways import fixtures/village.osm --profile foot --elevation dem.asc -o village.gpkg -q
allways table village.gpkg --origins 1 --destinations 12 --cost 'time + 6 * ascent' --skim ascent -o - -f csv-long -q
