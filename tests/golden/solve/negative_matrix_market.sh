# exit 4
allways solve fixtures/triangle.mtx -o table.omx; code=$?; ls; exit $code
