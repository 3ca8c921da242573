# Two fields may be the time.
printf 'from,to,time,travel_time\n1,2,5,9\n2,3,6,9\n1,3,12,9\n' > roads.csv
allways path roads.csv --directed --from 1 --to 3 | head -n 1
allways path roads.csv --directed --from 1 --to 3 --cost travel_time --strict -q | head -n 1
