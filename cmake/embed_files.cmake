# SPDX-License-Identifier: Apache-2.0
# Turns files into one C++ source of raw string literals. Run at build time:
#   cmake -DOUTPUT=out.cpp -DNAMESPACE=allways::device "-DINPUTS=a.cl;b.json"
#         -P embed_files.cmake
# The output defines embedded_files() in NAMESPACE.
set(text "// Made by cmake/embed_files.cmake at build time.\n#include <vector>\n\n#include \"base/embedded_file.h\"\n\nnamespace ${NAMESPACE} {\n\n")
string(APPEND text "const std::vector<EmbeddedFile>& embedded_files() {\n    static const std::vector<EmbeddedFile> files = {\n")
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} content)
  string(APPEND text "        {\"${name}\", R\"~file~(${content})~file~\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
