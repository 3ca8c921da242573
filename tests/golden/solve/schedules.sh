solve() {
    allways solve sioux_falls -o $1.csv --no-next-hops --schedule $1 --device reference --json --quiet ${2:-} > $1.json
    cmp $1.csv auto.csv
    python3 -c 'import json, sys; found = json.load(open(sys.argv[1])); print(found["schedule"], found["schedule_reason"], found["cell_bytes"], sep=": ")' $1.json
}
solve auto | sed 's/[0-9.]* operations per pair.*:/… operations per pair …:/'
solve sweep
for schedule in blocked naive recursive squaring; do solve $schedule --tile=7; done
