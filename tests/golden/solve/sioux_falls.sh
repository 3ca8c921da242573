allways solve sioux_falls -o - -f csv --quiet | head -n 4
