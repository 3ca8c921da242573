allways bench --device auto --n 200 --runs 1 --type float32 --hops array --quiet
