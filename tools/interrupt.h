// Ctrl-C and termination, as a flag that progress callbacks look at.
#pragma once

namespace allways::tools {

// From now on the first SIGINT or SIGTERM sets the flag; a second one ends the process at once.
void watch_for_interrupts();
bool is_interrupted();

}  // namespace allways::tools
