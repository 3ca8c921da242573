# Blank rows are no points, ids that repeat are counted, and 2.0 is 2, as pandas writes a column with gaps.
printf 'id;lon;lat\nA;8.001;47\n;;\nB;8.002;47\nA;8.003;47\nB;8.004;47\nC;8.005;47\n' > stops.csv
allways table fixtures/village.osm --points stops.csv -o - -f csv | cut -d, -f1
printf 'from,to,time\n1,2.0,5\n2,3.0,7\n' > edges.csv
allways table edges.csv --points 1,2.0,3 -o - -f csv -q
printf 'from,to\n1.0,3\n' > pairs.csv
allways table edges.csv --pairs pairs.csv -o - -f csv-long -q
