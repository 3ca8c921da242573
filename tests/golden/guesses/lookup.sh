# An OMX file of another program: of its lookups only one has a different value for each of three nodes, two have for
# two, and none has for four.
for matrix in three two four; do allways convert fixtures/lookups.omx - -f csv --cost-field $matrix; done
allways convert fixtures/lookups.omx - -f csv --cost-field two --lookup west -q
allways convert fixtures/lookups.omx - -f csv --cost-field two --lookup south -q; echo "exit $?"
allways convert fixtures/lookups.omx - -f csv --cost-field two --lookup zone -q; echo "exit $?"
printf 'from,to,time\n5,6,60\n6,5,60\n' > roads.csv
allways assign roads.csv --matrix fixtures/lookups.omx --matrix-name two --lookup west -f csv -o /dev/null
allways convert fixtures/lookups.omx - -f csv --cost-field four --strict
# exit 3
