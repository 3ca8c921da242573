# the nodes that stay are as far from each other as they were, and paths run along the same roads
allways simplify fixtures/village.osm -o small.gpkg -q --keep 1,10
allways info small.gpkg | grep -E '^(nodes|arcs|simplified)'
for file in fixtures/village.osm small.gpkg; do
    allways table $file --points 1,3,9,8,10 -o - -f csv -q
    allways path $file --from 9 --to 1 -f geojson -q | grep -o '"coordinates":[^}]*'
done
