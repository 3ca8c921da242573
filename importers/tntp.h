// TNTP networks (the TransportationNetworks collection): X_net.tntp with X_node.tntp beside it.
#pragma once

#include "formats.h"

namespace allways {

Format tntp_format();

}  // namespace allways
