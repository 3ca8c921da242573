allways bench --device reference --graph street --n 200 --runs 1 --hops first-arcs --quiet
