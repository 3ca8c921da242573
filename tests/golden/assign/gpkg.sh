printf "1,20,4\n13,2,3\n" > trips.csv
allways assign sioux_falls --pairs trips.csv --trips column_3 -o loads.gpkg --quiet
ogrinfo -ro -so loads.gpkg load_arc | grep -E "Geometry|Feature|load"
ogrinfo -ro -so loads.gpkg load_node | grep -E "Geometry|Feature|load"
