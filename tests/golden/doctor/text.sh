allways doctor
