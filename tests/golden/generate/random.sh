allways generate random --nodes 5 --probability 0.5 --weights -3:9 --seed 2 -o - -f dimacs --quiet
