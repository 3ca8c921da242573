# Each prints one message and writes nothing.
roads() { printf "from,to,time,capacity,alpha,beta,note\n1,2,$1\n2,3,1,1,0.15,4,b\n" > roads.csv; }
try() { roads "$1"; shift; allways assign roads.csv -q -o loads.csv --skims skims.csv --report steps.csv --cost time "$@"; echo "exit $?"; ls loads.csv skims.csv steps.csv 2> /dev/null; rm -f loads.csv skims.csv steps.csv; }
printf 'from,to,trips\n1,2,3\n' > trips.csv
printf 'from,to,trips\n1,9,3\n' > others.csv
exec 2>&1
try 1,-5,0.15,4,a --pairs trips.csv --vdf bpr
try 1,5,-1,4,a --pairs trips.csv --vdf bpr
try 1,5,0.15,-4,a --pairs trips.csv --vdf bpr
try 1,5,,4,a --pairs trips.csv --vdf bpr
try 1,5,0.9,4,a --pairs trips.csv --vdf conical
try 1,5,2,4,a --pairs trips.csv --vdf inrets
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --capacity note
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --capacity lanes
try 1,5,0.15,4,a --pairs others.csv --vdf bpr
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --preload '0 - capacity'
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --fixed-cost '0 - 1 * time'
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --gap -1
try 1,5,0.15,4,a --pairs trips.csv --vdf davidson
try 1,5,0.15,4,a --pairs trips.csv
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --select 1 --method bfw
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --selected-trips skims.csv
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --select 9
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr --select "1&"
printf 'class,matrix,weight\ncar,cars.csv,2\n' > classes.csv
try 1,5,0.15,4,a --classes classes.csv --vdf bpr
printf 'class,matrix,pce\ncar,trips.csv,0\n' > classes.csv
try 1,5,0.15,4,a --classes classes.csv --vdf bpr
printf 'class,matrix\ncar,nowhere.csv\n' > classes.csv
try 1,5,0.15,4,a --classes classes.csv --vdf bpr
printf 'from,to,trips\n1,2,nan\n' > trips.csv
try 1,5,0.15,4,a --pairs trips.csv --vdf bpr
