# exit 3
# Numbers that stand for no value and are not declared as it: a column of the cells.
printf 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' > dem.prj
for number in -9999 -32768 1e30; do
  printf "ncols 12\nnrows 2\nxllcorner 7.99\nyllcorner 46.99\ncellsize 0.0034\n" > dem.asc
  for row in 1 2 3 4 5 6; do printf "400 405 410 415 420 $number 430 427 424 421 418 400\n"; done >> dem.asc
  sed -i 's/nrows 2/nrows 6/' dem.asc
  allways import fixtures/village.osm --profile bicycle --elevation dem.asc -o village.gpkg -O --lenient --log-level warning
  allways info village.gpkg | grep -E "scent"
done
allways import fixtures/village.osm --elevation dem.asc -o strict.gpkg --lenient --strict --log-level warning
