# A device adds up what lies within the limits; the factor is made on the host.
count() { allways access sioux_falls --origins 1,2,3 --destinations 5-9 --cutoff 5,600 -f csv -o - -q "$@"; }
count --device reference
count | diff - <(count --device reference) && echo same
count --device reference --nearest 1; echo "exit $?"
