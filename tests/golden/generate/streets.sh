allways generate streets --nodes 6 --seed 3 -o - -f edge-list --quiet
