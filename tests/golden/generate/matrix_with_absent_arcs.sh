allways generate random --nodes 30 --probability 0.5 -o half.npy --quiet && allways info half.npy
