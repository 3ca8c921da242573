// The command line as a whole: parse, run the subcommand, turn errors into messages and exit codes.
#pragma once

namespace allways::tools {

// Returns the exit code of the process.
int run_command_line(int argc, char** argv);

}  // namespace allways::tools
