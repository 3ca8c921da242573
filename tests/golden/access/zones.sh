# A zone's weight is that of its nodes by their shares, and its access their mean.
printf 'from,to,cost\n1,2,2\n2,1,2\n2,3,3\n3,2,3\n3,4,4\n4,3,4\n4,5,1\n' > line.csv
printf 'zone_id,node_id,share,jobs,kind\na,1,0.25,8,shop\nb,3,1,10,shop\na,2,0.75,8,shop\nc,4,0.5,6,school\nc,5,0.5,6,school\n' > zones.csv
access() { allways access line.csv "$@" -o - -f csv -q || echo "exit $?"; }
access --origins zones.csv --destinations zones.csv --weights jobs --cutoff 3,7
access --origins zones.csv --destinations zones.csv --weights jobs --demand jobs --cutoff 7
access --destinations zones.csv --cutoff 2
access --origins zones.csv --destinations zones.csv --nearest 1
sed 's/c,5,0.5,6/c,5,0.5,7/' zones.csv > two.csv
access --destinations two.csv --weights jobs --cutoff 2
