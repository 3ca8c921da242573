// Ctrl-C, termination and the end of a terminal, as a flag that progress callbacks look at.
#pragma once

namespace allways::command {

// From now on the first SIGINT, SIGTERM or SIGHUP sets the flag; a second one ends the process at once. SIGHUP stays
// ignored where it was (nohup).
void watch_for_interrupts();
bool is_interrupted();

}  // namespace allways::command
