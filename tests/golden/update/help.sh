allways help update && allways update --help
