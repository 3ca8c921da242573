allways draw sioux_falls -f html -o - -q | grep -o "<title>.*"
