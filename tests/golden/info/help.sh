allways help info && allways info --help
