allways convert sioux_falls - -f dimacs --quiet | head -n 8
