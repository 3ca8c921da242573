# Among ids, on the command line and in files, with quotes and without.
allways table fixtures/village.osm --origins @8.0001,46.9999,1,@8.0085,47.0041 --destinations 8 -o - -f csv --quiet
printf '8\n@8.0001,46.9999\n"@8.0085,47.0041"\n' > ends.txt
allways table fixtures/village.osm --origins @ends.txt --destinations 8 -o - -f csv --quiet
allways reach fixtures/village.osm --from 12,@8.0021,47 --cutoff 12 -o - -f csv --quiet
