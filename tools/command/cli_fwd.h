// Names of CLI11 for headers: reading the library takes seconds.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI
