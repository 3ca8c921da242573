allways path sioux_falls --from 1 --to 3 -o path.json --quiet && head -n 3 path.json
