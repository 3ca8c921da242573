allways explain --help
