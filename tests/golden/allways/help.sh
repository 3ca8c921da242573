allways help
