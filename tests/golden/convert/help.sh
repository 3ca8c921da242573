allways help convert && allways convert --help
