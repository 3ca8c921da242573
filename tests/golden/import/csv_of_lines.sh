# Lines as QGIS exports them.
printf 'WKT,fid,name,maxspeed\n"LINESTRING (8 47,8.01 47)",1,A,50\n"LINESTRING (8.01 47,8.01 47.01)",2,B,50\n' > roads.csv
allways info roads.csv -q | head -n 3
allways path roads.csv --from @8,47 --to @8.01,47.01 -q | head -n 1
