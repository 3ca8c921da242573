allways --version
