allways centrality --help
