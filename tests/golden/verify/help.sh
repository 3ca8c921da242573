allways help verify && allways verify --help
