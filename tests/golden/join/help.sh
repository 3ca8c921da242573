allways help join && allways join --help
