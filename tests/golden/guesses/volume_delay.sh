# Without columns of a usual name, BPR functions have its usual coefficients.
printf 'from,to,time,capacity\n1,2,1,1\n2,1,1,1\n' > roads.csv
printf 'from,to,trips\n1,2,1\n' > trips.csv
allways assign roads.csv --pairs trips.csv --vdf bpr -o - -f csv
allways assign roads.csv --pairs trips.csv --vdf bpr --alpha 0.15 --beta 4 --strict -o - -f csv | head -1
