# At most so many digits after the point, halves away from zero; sums of other fields, too.
printf 'from,to,time,length\na,b,0.125,10.5\nb,c,1.25,-0.45\nc,a,59.9996,3\n' > roads.csv
allways solve roads.csv --cost time --cost-unit s --skim length -o table.omx -q
allways convert table.omx - -f csv -q
allways convert table.omx - -f csv --decimals 2 -q
allways convert table.omx - -f csv --decimals 0 -q
allways convert table.omx - -f csv --decimals 3 --unit min -q
allways convert table.omx - -f csv-long --decimals 1 -q
allways solve roads.csv --cost time --cost-type float64 --decimals 1 -o - -f csv -q
allways solve roads.csv --cost time --decimals 10 -o - -f csv || echo $?
allways convert table.omx rounded.npy --decimals 1 || echo $?
