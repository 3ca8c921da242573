# exit 0
printf 'from,to,cost\na,b,60\nb,c,60\n' > n.csv
printf 'arc,cost\n7,inf\n' > unknown.csv
printf 'arc,cost\n1,-\n' > word.csv
printf 'arc,cost\n1,90\n' > fine.csv
allways compare n.csv --set unknown.csv --points a,b; echo $?
allways compare n.csv --set word.csv --points a,b; echo $?
allways compare n.csv --set missing.csv --points a,b; echo $?
allways compare n.csv --set fine.csv --points a,b --origins a; echo $?
allways compare n.csv --set fine.csv --origins a; echo $?
allways compare n.csv --set fine.csv --points a,z; echo $?
allways compare n.csv --set fine.csv --points a,b -o change.txt; echo $?
allways compare n.csv --points a,b; echo $?
ls
