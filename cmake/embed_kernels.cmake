# Turns files into one C++ source of raw string literals. Run at build time:
#   cmake -DOUTPUT=out.cpp "-DINPUTS=a.cl;b.json" -P embed_kernels.cmake
# The output defines allways::device::embedded_files: pairs of file name and text.
set(text "// Made from kernels/ at build time.\n#include \"device/embedded_files.h\"\n\nnamespace allways::device {\n\n")
string(APPEND text "const std::vector<EmbeddedFile>& embedded_files() {\n    static const std::vector<EmbeddedFile> files = {\n")
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} content)
  string(APPEND text "        {\"${name}\", R\"~kernel~(${content})~kernel~\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n\n}  // namespace allways::device\n")
file(WRITE ${OUTPUT} "${text}")
