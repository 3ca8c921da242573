allways serve --help
