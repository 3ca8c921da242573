# The fields of points in a file of their own, by the ids of the points, which are nodes or zones.
printf 'from,to,cost\n1,2,2\n2,3,3\n3,1,1\n' > ring.csv
printf 'node_id,jobs,people,kind\n1,10,4,shop\n2,30,6,school\n3,5,1,shop\n' > nodes.csv
access() { allways access ring.csv "$@" -o - -f csv -q || echo "exit $?"; }
access --destinations 1-2 --values nodes.csv --weights jobs --cutoff 2,3
access --origins 2,3 --destinations 1,2 --values nodes.csv --weights jobs --demand people --cutoff 3
access --origins 1 --destinations 1-3 --values nodes.csv --class kind --nearest 1
printf 'zone_id,node_id\na,1\nb,2\na,3\n' > zones.csv
printf 'zone_id,jobs\nb,30\na,10\nz,1\n' > jobs.csv
access --origins zones.csv --destinations zones.csv --values jobs.csv --weights jobs --cutoff 2
access --destinations 1,2 --values jobs.csv --weights jobs --cutoff 2
printf 'zone_id,jobs\nb,30\na,10\nb,1\n' | access --destinations zones.csv --values - --weights jobs --cutoff 2
printf 'zone_id,jobs\nb,30\na,ten\n' > text.csv
access --destinations zones.csv --values text.csv --weights jobs --cutoff 2
access --destinations zones.csv --values jobs.csv --cutoff 2
