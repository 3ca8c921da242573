allways help components && allways components --help
