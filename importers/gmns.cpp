#include "gmns.h"
namespace allways { Format gmns_format() { Format f; f.info.name="gmns"; return f; } }
