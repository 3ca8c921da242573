allways help solve && allways solve --help
