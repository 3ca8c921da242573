touch city.factor
allways solve sioux_falls -o city.factor --factor-only; echo "exit $?"
allways solve sioux_falls -o city.factor --factor-only -O -q; echo "exit $?"
