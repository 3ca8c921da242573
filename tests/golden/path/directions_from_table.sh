allways solve fixtures/village.osm -o table.omx --quiet
for f in text csv json geojson; do
    allways path table.omx --from @8.0001,47 --to 8 -f $f -o table.$f --quiet
    allways path fixtures/village.osm --from @8.0001,47 --to 8 -f $f -o network.$f --quiet
    cmp table.$f network.$f
done && cat table.text
