#include "edge_list.h"
namespace allways { Format edge_list_format() { Format f; f.info.name="edge_list"; return f; } }
