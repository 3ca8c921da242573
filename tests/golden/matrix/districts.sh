# Zones become districts in the order of their first zone; other zones of the file have no effect.
printf 'node_id,1,2,3\n1,1,2,3\n2,4,5,6\n3,7,8,\n' > trips.csv
printf 'id;district\n9;x\n3;east\n2;west\n1;west\n' > districts.csv
allways matrix trips.csv --districts districts.csv -o - -f csv
printf 'zone_id,district\n1,west\n3,east\n' > lacks.csv
allways matrix trips.csv --districts lacks.csv -o lacks.omx || echo "exit $?"
ls lacks.omx 2> /dev/null || true
