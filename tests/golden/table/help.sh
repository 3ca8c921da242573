allways help table && allways table --help
