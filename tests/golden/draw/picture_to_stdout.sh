for kind in png svg pdf html; do
    allways draw sioux_falls -o map.$kind -q
    allways draw sioux_falls -f $kind -o - -q | cmp - map.$kind && echo $kind
done
