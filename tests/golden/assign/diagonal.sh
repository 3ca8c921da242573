# Trips within a zone are trips of the matrix, in any format.
printf 'node_id,1,2\n1,2,12\n2,0,3\n' > trips.csv
{ printf '\x93NUMPY\x01\x00v\x00'; printf '%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }"; printf '\x02\x0c\x00\x03'; } > trips.npy
for file in trips.csv trips.npy; do allways assign sioux_falls --matrix $file -o loads.csv -O; done
allways assign sioux_falls --matrix trips.npy -o loads.csv -O -q --json | grep -E '"(trips|loaded|within_nodes)"'
