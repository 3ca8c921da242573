#include "command_line.h"

int main(int argc, char** argv) { return allways::tools::run_command_line(argc, argv); }
