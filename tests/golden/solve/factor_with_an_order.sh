# Another cost in the order of the first: paths are those of a table of that cost.
allways solve sioux_falls -o time.factor --factor-only --cost time --quiet
allways solve sioux_falls -o length.factor --factor-only --cost length --order-from time.factor --json --quiet | grep '"order": "'
allways solve sioux_falls -o length.omx --cost length --quiet
allways path length.factor --from 1 --to 20 > from_factor.txt
allways path length.omx --from 1 --to 20 | cmp - from_factor.txt && head -n 1 from_factor.txt
