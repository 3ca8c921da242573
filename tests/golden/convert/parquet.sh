# Files of Parquet by their name and by their content, as formats, and as outputs of each kind.
refused() {
    local wanted=$1
    shift
    allways "$@"
    local code=$?
    test $code -eq $wanted || echo "exit $code, expected $wanted: allways $*"
}
printf 'PAR1....PAR1' > roads.parquet
cp roads.parquet points.csv
refused 3 convert roads.parquet roads.gpkg
refused 3 convert points.csv roads.gpkg
refused 2 convert fixtures/square.gr roads.gpkg -F parquet
refused 3 table fixtures/village.osm --points points.csv -o table.csv
refused 2 convert fixtures/square.gr roads.GeoParquet
refused 2 table fixtures/square.gr --points 1,2 -o table.parquet
refused 2 table fixtures/square.gr --points 1,2 -o - -f parquet
refused 2 isochrone fixtures/village.osm --from 1 --cutoff 60 -o areas.parquet
refused 2 path fixtures/square.gr --from 1 --to 2 -o path.parquet
