allways help devices && allways devices --help
