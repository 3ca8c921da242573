allways help diff && allways diff --help
