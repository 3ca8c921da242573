allways compare --help
