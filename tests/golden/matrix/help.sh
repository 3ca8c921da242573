allways matrix --help
