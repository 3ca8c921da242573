// SPDX-License-Identifier: Apache-2.0
// Stands for the writing of Parquet files where ALLWAYS_WITH_ARROW is OFF.
#include "allways/base/error.h"
#include "export/formats/formats.h"

namespace allways::tools {

FormatWriter parquet_output() {
    FormatWriter format;
    format.name = "parquet";
    format.description = parquet_description;
    format.suffixes = {".parquet"};
    format.write_table = [](const DistanceTable&, const std::string&, const ExportOptions&) {};
    format.write_between = [](const OriginDestinationTable&, const std::string&, const ExportOptions&) {};
    format.unit = format.unreachable = format.dtype = format.pairs = format.snap_distances = true;
    format.matrices = true;
    format.check_options = [](const ExportOptions&) {
        throw InvalidArgument(
            "Parquet files are not written: Allways was built without Apache Arrow; write another format and convert "
            "it, "
            "use the Python package (`to_parquet`), or build with ALLWAYS_WITH_ARROW");
    };
    return format;
}

}  // namespace allways::tools
