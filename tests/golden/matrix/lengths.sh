# Bins hold their lower edge: 0.3 is in the bin from 0.3. Trips without a length are left out.
printf 'node_id,1,2\n1,5,10\n2,3,0\n' > trips.csv
printf 'node_id,2,1\n2,,0.7\n1,0.3,0\n' > skim.csv
allways matrix trips.csv --lengths skim.csv --bin 0.1
printf 'node_id,3,2\n2,1.5,4\n3,2,3\n' > two.csv
allways table sioux_falls --points 2,3 --skim length -o skims.omx -q
allways matrix two.csv --lengths skims.omx --other-name length --bin 5 -o lengths.csv
cat lengths.csv
printf 'node_id,1,2\n1,,\n2,1,\n' > lacks.csv
allways matrix trips.csv --lengths lacks.csv --bin 1 -o lacks.out.csv
cat lacks.out.csv
allways matrix trips.csv --lengths lacks.csv --bin 1 --strict -O -o lacks.out.csv || echo "exit $?"
