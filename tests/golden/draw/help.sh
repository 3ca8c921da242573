allways help draw && allways draw --help
