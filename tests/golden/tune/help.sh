allways help tune && allways tune --help
