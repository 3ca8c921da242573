allways help demo
