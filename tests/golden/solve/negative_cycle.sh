# exit 4
allways solve fixtures/negative_cycle.csv -o table.omx; code=$?; ls; exit $code
