for classes in 0 13 2.5 equal,1,2 500,100 100,100 narrow 1,x categories,10; do
    allways draw sioux_falls --colour-by free_speed --classes "$classes" -o map.png || echo "exit $?"
done 2>&1 | sed 's/.*\(error: --classes: expected\).*, found/\1 …, found/'
ls *.png 2>/dev/null || echo "no picture"
