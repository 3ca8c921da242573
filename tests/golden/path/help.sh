allways help path && allways path --help
