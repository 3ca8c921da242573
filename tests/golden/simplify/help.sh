allways help simplify && allways simplify --help
