# Spreadsheets write Windows-1252.
printf 'from,to,cost\nK\xf6ln,Stra\xdfe,5\nStra\xdfe,K\xf6ln,7\n' > roads.csv
allways solve roads.csv -o - -f csv
allways solve roads.csv -o - -f csv --encoding windows-1252 --strict -q
allways solve roads.csv -o - -f csv --encoding cp850 --strict -q
allways solve roads.csv -o - -f csv --encoding klingon -q
echo "exit $?"
allways solve roads.csv -o - -f csv --strict -q
echo "exit $?"
