# exit 2
printf ",a_rather_long_identifier_0001,a_rather_long_identifier_0002\na_rather_long_identifier_0001,0,1\na_rather_long_identifier_0002,2,0\n" > m.csv
allways draw m.csv -F matrix-csv -o h.svg --size 400x185 --no-legend; code=$?
test ! -e h.svg && exit $code
