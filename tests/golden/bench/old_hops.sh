allways bench --device reference --n 60 --runs 1 --hops label --quiet
