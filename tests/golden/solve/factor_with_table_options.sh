for option in --no-next-hops --dry-run "--schedule sweep" "--device cpu" "--tile 64"; do
    allways solve sioux_falls -o city.factor --factor-only $option 2> said.txt; echo "exit $?"
    head -n 1 said.txt
done
allways solve sioux_falls -o table.omx --order-from city.factor 2> said.txt; echo "exit $?"
head -n 1 said.txt
