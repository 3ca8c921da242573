allways formats
