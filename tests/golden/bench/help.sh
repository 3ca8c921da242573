allways help bench && allways bench --help
