# exit 3
# A column of zeros is passed over as the cost: a guess, which --strict refuses and --cost states.
printf 'from,to,length,cost\na,b,5,0\nb,c,7,0\nc,a,9,0\n' > zeros.csv
allways import zeros.csv -o net.gpkg --directed -q --strict; echo "exit $?"
allways solve zeros.csv --directed -o - -f csv -q --strict; echo "exit $?"
allways solve zeros.csv --directed --cost length -o - -f csv -q --strict; echo "exit $?"
# An output that cannot hold everything is a loss.
allways convert zeros.csv zeros.mtx --directed --cost length -q --strict
