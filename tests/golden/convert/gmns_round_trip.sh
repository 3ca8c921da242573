allways convert sioux_falls copy.gmns --quiet && allways convert copy.gmns - -f edge-list --quiet > a.csv
allways convert sioux_falls - -f edge-list --quiet > b.csv; cmp a.csv b.csv && wc -l < a.csv
