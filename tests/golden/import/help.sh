allways help import && allways import --help
