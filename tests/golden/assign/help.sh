allways assign --help
