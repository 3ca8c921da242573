mkdir there; touch there/real.csv; ln -s there/real.csv first.csv; ln -s first.csv second.csv
allways solve fixtures/square.gr -o second.csv && exit 1
allways solve fixtures/square.gr -o second.csv -O --quiet && test -L second.csv -a -L first.csv && head -n 1 there/real.csv && ls there
ln -s nowhere/new.csv third.csv; allways solve fixtures/square.gr -o third.csv && exit 1
mkdir nowhere; allways solve fixtures/square.gr -o third.csv --quiet && head -n 1 nowhere/new.csv
