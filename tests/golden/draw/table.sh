allways solve sioux_falls -o table.omx --cost time -q && allways draw table.omx -o table.html -q && allways draw table.omx -o table.png -q
grep -o "\"largest\":[^,]*" table.html
ls
