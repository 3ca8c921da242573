# exit 2
for option in "--points-id name" "--points-layer stops" "--points-crs EPSG:2056"; do
    allways table fixtures/village.osm --points 1,@8.0001,46.9999 $option -o table.csv || code=$?
    allways reach fixtures/village.osm --from 1 --cutoff 5 $option -o reach.csv || code=$?
done
ls; exit $code
