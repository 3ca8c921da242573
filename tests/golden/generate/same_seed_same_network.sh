allways generate streets --nodes 500 --seed 8 --zero-cost-share 0.1 -o a.gmns --quiet
allways generate streets --nodes 500 --seed 8 --zero-cost-share 0.1 -o b.gmns --quiet
diff -r a.gmns b.gmns && allways info a.gmns --quiet | grep -v '^network'
