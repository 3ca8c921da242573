#include "omx_file.h"

#include <algorithm>
#include <cmath>

namespace allways {

namespace {

using hdf5::check;
using hdf5::Handle;

// Some writers keep whole ids in floats.
std::string real_id(double id) {
    const bool whole = id == std::trunc(id) && std::abs(id) < 1e15;
    return whole ? format("{}", static_cast<std::int64_t>(id)) : format("{}", id);
}

}  // namespace

OmxFile::OmxFile(const std::string& path) : path_(path) {
    hdf5::start();
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), path, "an HDF5 file was expected");
}

bool OmxFile::is_number_attribute(hid_t object, const char* name) const {
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), path_, format("attribute {} cannot be read", name));
    const Handle type(H5Aget_type(attribute), path_, "an attribute has no type");
    return H5Tget_class(type) == H5T_INTEGER || H5Tget_class(type) == H5T_FLOAT;
}

std::size_t OmxFile::size_of_dataset(hid_t parent, const std::string& name) const {
    const auto shape = hdf5::shape_of(dataset(parent, name), path_);
    if (shape.empty()) fail(format("dataset {} is a single value; an array was expected", name));
    std::size_t size = 1;
    for (const hsize_t extent : shape) size *= extent;
    return size;
}

std::vector<std::string> OmxFile::read_texts(hid_t parent, const std::string& name, std::size_t count) const {
    const Handle set = dataset(parent, name);
    const std::string what = format("dataset {} cannot be read", name);
    const Handle type(H5Dget_type(set), path_, what);
    if (H5Tget_class(type) != H5T_STRING) fail(format("dataset {} does not hold texts", name));
    const auto shape = hdf5::shape_of(set, path_);
    if (shape.size() != 1 || shape[0] != count) fail(format("dataset {} needs {} texts", name, count));
    std::vector<std::string> texts(count);
    if (H5Tis_variable_str(type) > 0) {
        std::vector<char*> pointers(count, nullptr);
        check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()), path_, what);
        for (std::size_t i = 0; i < count; ++i) {
            if (pointers[i] != nullptr) texts[i] = pointers[i];
            H5free_memory(pointers[i]);
        }
        return texts;
    }
    const std::size_t length = H5Tget_size(type);
    std::string all(length * count, '\0');
    if (count > 0) check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), path_, what);
    for (std::size_t i = 0; i < count; ++i) {
        texts[i] = all.substr(i * length, length);
        texts[i].resize(std::min(length, texts[i].find('\0')));
    }
    return texts;
}

IdTable OmxFile::read_ids(hid_t parent, const std::string& name, std::size_t count) const {
    const Handle set = dataset(parent, name);
    const Handle type(H5Dget_type(set), path_, format("dataset {} has no type", name));
    if (H5Tget_class(type) == H5T_INTEGER) return IdTable(read_vector<std::int64_t>(parent, name, count));
    if (H5Tget_class(type) == H5T_STRING) return IdTable::from_texts(read_texts(parent, name, count));
    std::vector<std::string> texts;
    for (const double id : read_vector<double>(parent, name, count)) texts.push_back(real_id(id));
    return IdTable::from_texts(std::move(texts));
}

}  // namespace allways
