allways help formats && allways formats --help
