allways solve sioux_falls -o city.factor --factor-only --quiet
allways info city.factor --json
