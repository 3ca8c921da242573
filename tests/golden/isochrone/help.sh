allways help reach && allways reach --help
