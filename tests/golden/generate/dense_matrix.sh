allways generate random --nodes 40 --probability 1 -o dense.npy --quiet && allways info dense.npy
