#include "matrix_csv.h"
namespace allways { Format matrix_csv_format() { Format f; f.info.name="matrix_csv"; return f; } }
