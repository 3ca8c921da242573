allways snap --help
