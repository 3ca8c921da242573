allways import sioux_falls -o net.gpkg && ls && allways info net.gpkg
