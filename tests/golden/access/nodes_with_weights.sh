# Opportunities at nodes that a file names, beside their weights and classes; ids of zones stay.
printf 'from,to,cost\na,b,1\nb,c,2\nc,a,3\n' > network.csv
printf 'zone_id,node_id,jobs,kind\n1,a,10,shop\n2,c,5,school\n' > zones.csv
allways access network.csv --destinations zones.csv --weights jobs --cutoff 2,3 -o - -f csv -q
allways access network.csv --destinations zones.csv --class kind --nearest 1 -o - -f csv -q
allways access network.csv --origins zones.csv --demand jobs --destinations zones.csv --weights jobs --cutoff 2 -o - -f csv -q
allways access network.csv --destinations zones.csv --weights beds --cutoff 2 -o - -f csv || echo $?
allways access network.csv --destinations a,c --weights jobs --cutoff 2 -o - -f csv || echo $?
printf 'node_id,jobs\na,ten\n' | allways access network.csv --destinations - --weights jobs --cutoff 2 -o - -f csv || echo $?
