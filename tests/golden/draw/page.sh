allways draw sioux_falls --from 1 --cost time --cutoff 300,600,900 -o reach.html -q
grep -o "<title>.*" reach.html
grep -o "\"labels\":[^]]*.," reach.html
! grep "://" reach.html
