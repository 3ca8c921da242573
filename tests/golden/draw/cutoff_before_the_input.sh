allways draw --from 1 --cost time --cutoff 300,600 sioux_falls -o reach.html -q
grep -o "\"labels\":[^]]*.," reach.html
