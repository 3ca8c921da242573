# The order that the network holds is taken by all who order, and results are the same.
allways import sioux_falls -o city.gpkg --order -q
order() { grep '"order": ["n]'; }
allways solve city.gpkg -o kept.csv --schedule sweep --json -q | order
allways solve sioux_falls -o fresh.csv --schedule sweep --json -q | order
cmp kept.csv fresh.csv && wc -l < kept.csv
allways solve city.gpkg -o dense.csv --schedule blocked --device reference --json -q | order
allways solve city.gpkg -o city.factor --factor-only --json -q | order
allways table city.gpkg --points 1,7,20 -o kept_part.csv --json -q | order
allways table sioux_falls --points 1,7,20 -o fresh_part.csv --json -q | order
cmp kept_part.csv fresh_part.csv && wc -l < kept_part.csv
allways solve city.gpkg --dry-run --schedule sweep | grep ^order
