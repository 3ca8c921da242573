# More than 64 KiB of other features come first.
{
  echo '{"type":"FeatureCollection","features":['
  for i in $(seq 1500); do echo '{"type":"Feature","properties":{"theme":"base","type":"land"},"geometry":{"type":"Point","coordinates":[0,0]}},'; done
  tail -n +2 fixtures/district.geojson
} > late.geojson
allways info fixtures/district.geojson --json | grep -E -m 3 '"(format|nodes|arcs)"'
allways info late.geojson --json | grep -E -m 3 '"(format|nodes|arcs)"'
