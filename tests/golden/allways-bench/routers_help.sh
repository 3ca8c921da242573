allways-bench routers --help
