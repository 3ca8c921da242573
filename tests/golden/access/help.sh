allways access --help
