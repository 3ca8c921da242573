for schedule in auto blocked naive recursive squaring; do
    allways solve sioux_falls -o $schedule.csv --no-next-hops --schedule $schedule --tile 7 --device reference --json --quiet > $schedule.json
    cmp $schedule.csv auto.csv
    python3 -c 'import json, sys; found = json.load(open(sys.argv[1])); print(found["schedule"], found["schedule_reason"], found["cell_bytes"], sep=": ")' $schedule.json
done
