allways generate streets --nodes 4 --seed 3 -o - -f dimacs --quiet
allways generate streets --nodes 4 --seed 3 -o - -f dimacs --cost length --quiet
