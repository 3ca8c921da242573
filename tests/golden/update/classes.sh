# Factors by class: times are divided by the factor of the speed; other costs are multiplied exactly.
printf 'id,from,to,time,toll,facility_type\n1,a,b,10,1.25,primary\n2,b,c,10,2,residential\n' > roads.csv
allways import roads.csv -o roads.gpkg --cost-unit s -q
printf 'class,speed_factor\nprimary,0.3\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost time -o slow.gpkg
allways table slow.gpkg --points a,b,c --cost time -f csv -o - -q
printf 'class,cost_factor\nprimary,1.5\nresidential,inf\nmotorway,2\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost toll -o dear.gpkg
allways table dear.gpkg --points a,b,c --cost toll -f csv -o - -q
printf 'class,speed_factor\nprimary,0.3\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost toll -o no.gpkg; echo "exit $?"
printf 'class,speed_factor\nprimary,fast\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost time -o no.gpkg; echo "exit $?"
test -e no.gpkg || echo nothing is written
