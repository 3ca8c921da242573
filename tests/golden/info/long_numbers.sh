printf "from,to,a_long_name_of_a_column,b\n1,2,123456789012345.123,-1e200\n2,1,0.1,5\n" > long.csv
allways info long.csv --quiet | tail -n 3
