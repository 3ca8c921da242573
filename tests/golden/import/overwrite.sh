touch net.gpkg; allways import sioux_falls -o net.gpkg -O -q && ls && allways info net.gpkg -q | head -n 3
