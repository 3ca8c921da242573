# what came through a GeoPackage, twice, is what came from the file
allways import sioux_falls -o a.gpkg -q && allways import a.gpkg -o b.gpkg -q
allways convert sioux_falls x.gmns -q && allways convert b.gpkg y.gmns -q
cmp x.gmns/link.csv y.gmns/link.csv && cmp x.gmns/node.csv y.gmns/node.csv && wc -l < y.gmns/link.csv
allways solve b.gpkg -o - -f csv -q > b.csv && allways solve sioux_falls -o - -f csv -q > a.csv && cmp a.csv b.csv && wc -l < b.csv
