allways solve sioux_falls -o - -f csv --unit min --quiet | head -n 4
