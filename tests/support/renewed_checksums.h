// SPDX-License-Identifier: Apache-2.0
// Gives a changed factor matching checksums, so that readers get to the change itself.
#pragma once

#include <string>
#include <vector>

#include <hdf5.h>

#include "base/mapped_file.h"
#include "libraries/hdf5_file.h"

namespace allways::testing {

// Throws InputError for a file that cannot have them: it has a link to another one, say.
inline void renew_checksums(const std::string& path) {
    namespace hdf5 = importers::hdf5;
    hdf5::start();
    hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), path, "cannot be opened");
    std::vector<std::string> names;
    const auto visit = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
        static_cast<std::vector<std::string>*>(into)->emplace_back(name);
        return 0;
    };
    H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names);
    for (const std::string& name : names) {
        const hid_t object = H5Oopen(file, name.c_str(), H5P_DEFAULT);
        if (object < 0) continue;
        if (hdf5::has_attribute(object, "checksum")) H5Adelete(object, "checksum");
        H5Oclose(object);
    }
    H5Fflush(file, H5F_SCOPE_LOCAL);
    void* descriptor = nullptr;
    hdf5::check(H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor), path, "cannot be mapped");
    hdf5::write_checksums(file, MappedFile(*static_cast<const int*>(descriptor), path), path);
    file.close(path, "cannot be closed");
    hdf5::append_file_checksum(path, path);  // HDF5 has cut off the old one
}

}  // namespace allways::testing
