# exit 2
# Trips within zones are kept; zones are 1 … N.
printf ',1,2,3\n1,4,10.5,0\n2,8,0,2.25\n3,0,6,0\n' > trips.csv
allways convert trips.csv a_trips.tntp --quiet && cat a_trips.tntp
allways convert a_trips.tntp - -f tntp-trips --quiet | cmp - a_trips.tntp && allways convert a_trips.tntp - -f csv --quiet
printf ',1,4\n1,0,10\n4,8,0\n' > others.csv
allways convert others.csv b_trips.tntp; code=$?
ls *_trips.tntp
exit $code
