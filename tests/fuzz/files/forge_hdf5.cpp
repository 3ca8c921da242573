// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>
#include <vector>

#include <hdf5.h>

#include "allways/base/error.h"
#include "forge.h"
#include "support/renewed_checksums.h"

namespace fuzz {

namespace {

struct Names {
    std::vector<std::string> datasets, groups{"/"};
};

Names names_in(hid_t file) {
    std::vector<std::string> all;
    H5Lvisit(
        file, H5_INDEX_NAME, H5_ITER_INC,
        [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
            static_cast<std::vector<std::string>*>(into)->emplace_back(name);
            return 0;
        },
        &all);
    Names names;
    for (const std::string& name : all) {
        const hid_t object = H5Oopen(file, name.c_str(), H5P_DEFAULT);
        if (object < 0) continue;
        (H5Iget_type(object) == H5I_DATASET ? names.datasets : names.groups).push_back(name);
        H5Oclose(object);
    }
    return names;
}

template <class T>
void change_values(hid_t set, hid_t type, std::size_t count, Random& random) {
    std::vector<T> values(count);
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) return;
    const std::vector<T> extremes{T{0},
                                  T{1},
                                  T{2},
                                  static_cast<T>(-1),
                                  static_cast<T>(count),
                                  static_cast<T>(2 * count),
                                  std::numeric_limits<T>::max(),
                                  std::numeric_limits<T>::lowest(),
                                  static_cast<T>(std::int64_t{1} << 31),
                                  static_cast<T>(std::int64_t{1} << 30),
                                  static_cast<T>(std::int64_t{1} << 62),
                                  static_cast<T>(255),
                                  static_cast<T>(65535),
                                  std::numeric_limits<T>::quiet_NaN(),
                                  std::numeric_limits<T>::infinity()};
    if (random.chance(6)) {
        values.assign(count, random.chance(2) ? random.pick(extremes) : values[random.below(count)]);
    } else {
        for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) {
            T& value = values[random.below(count)];
            switch (random.below(4)) {
                case 0: value = random.pick(extremes); break;
                case 1: value = values[random.below(count)]; break;
                case 2: value = static_cast<T>(random.below(12)); break;
                default: std::swap(value, values[random.below(count)]);
            }
        }
    }
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
}

void change_dataset(hid_t file, const std::string& name, Random& random) {
    const hid_t set = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
    if (set < 0) return;
    const hid_t type = H5Dget_type(set);
    const hid_t space = H5Dget_space(set);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count > 0 && count < 1'000'000) {
        const auto size = static_cast<std::size_t>(count);
        if (H5Tget_class(type) == H5T_FLOAT) change_values<double>(set, H5T_NATIVE_DOUBLE, size, random);
        if (H5Tget_class(type) == H5T_INTEGER) change_values<std::int64_t>(set, H5T_NATIVE_INT64, size, random);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(set);
}

hid_t some_type(Random& random) {
    switch (random.below(9)) {
        case 0: return H5Tcopy(H5T_NATIVE_INT8);
        case 1: return H5Tcopy(H5T_NATIVE_UINT8);
        case 2: return H5Tcopy(H5T_NATIVE_UINT16);
        case 3: return H5Tcopy(H5T_NATIVE_INT32);
        case 4: return H5Tcopy(H5T_NATIVE_INT64);
        case 5: return H5Tcopy(H5T_NATIVE_FLOAT);
        case 6: return H5Tcopy(H5T_NATIVE_DOUBLE);
        case 7: {
            const hid_t text = H5Tcopy(H5T_C_S1);
            H5Tset_size(text, random.chance(2) ? H5T_VARIABLE : 1 + random.below(40));
            return text;
        }
        default: {
            const hid_t pair = H5Tcreate(H5T_COMPOUND, 16);
            H5Tinsert(pair, "a", 0, H5T_NATIVE_INT64);
            H5Tinsert(pair, "b", 8, H5T_NATIVE_DOUBLE);
            return pair;
        }
    }
}

// Replaces a dataset by one of another shape or type, or by one that only claims to contain data.
void replace_dataset(hid_t file, const std::string& name, Random& random) {
    const hid_t old = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
    if (old < 0) return;
    const hid_t old_space = H5Dget_space(old);
    std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(old_space), 0)));
    if (!shape.empty()) H5Sget_simple_extent_dims(old_space, shape.data(), nullptr);
    const hid_t type = random.chance(2) ? H5Dget_type(old) : some_type(random);
    H5Sclose(old_space);
    H5Dclose(old);
    H5Ldelete(file, name.c_str(), H5P_DEFAULT);

    const bool huge = random.chance(4);
    switch (random.below(5)) {
        case 0: shape.clear(); break;
        case 1: shape.push_back(1 + random.below(3)); break;
        case 2:
            if (!shape.empty()) shape.pop_back();
            break;
        default:
            if (!shape.empty()) shape[random.below(shape.size())] += random.below(4) - 2;
    }
    constexpr hsize_t sides[] = {1000, 50'000, 1'000'000, 4'000'000'000};
    if (huge) {
        for (hsize_t& side : shape) side = random.pick(sides);
    }
    for (hsize_t& side : shape) {
        if (side > (hsize_t{1} << 40)) side = 0;
    }
    const hid_t space =
        shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    if (huge && !shape.empty()) {
        std::vector<hsize_t> chunk;
        for (const hsize_t side : shape) chunk.push_back(std::min<hsize_t>(side, shape.size() == 1 ? 1'000'000 : 1000));
        H5Pset_chunk(plan, static_cast<int>(chunk.size()), chunk.data());
        H5Pset_deflate(plan, 9);
    }
    const hid_t made = H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    if (made >= 0) H5Dclose(made);
    H5Pclose(plan);
    H5Sclose(space);
    H5Tclose(type);
}

void change_attribute(hid_t file, const std::string& name, Random& random) {
    const hid_t object = H5Oopen(file, name.c_str(), H5P_DEFAULT);
    if (object < 0) return;
    std::vector<std::string> names;
    H5Aiterate2(
        object, H5_INDEX_NAME, H5_ITER_INC, nullptr,
        [](hid_t, const char* attribute, const H5A_info_t*, void* into) -> herr_t {
            static_cast<std::vector<std::string>*>(into)->emplace_back(attribute);
            return 0;
        },
        &names);
    if (!names.empty()) {
        const std::string chosen = random.pick(names);
        H5Adelete(object, chosen.c_str());
        const hid_t space = H5Screate(H5S_SCALAR);
        if (random.chance(3)) {
            const std::string text =
                random.chance(2) ? "distances" : std::string(1 + random.below(20'000), random.chance(2) ? '\n' : 'y');
            const hid_t type = H5Tcopy(H5T_C_S1);
            H5Tset_size(type, text.size());
            const hid_t made = H5Acreate2(object, chosen.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
            H5Awrite(made, type, text.data());
            H5Aclose(made);
            H5Tclose(type);
        } else if (!random.chance(3)) {
            constexpr std::int64_t numbers[] = {0,           -1, 1, 3, 18, 19, 31, 32, 255, 2147483647, -2147483648LL,
                                                4294967296LL};
            const std::int64_t value = random.pick(numbers);
            const hid_t made = H5Acreate2(object, chosen.c_str(), H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT);
            H5Awrite(made, H5T_NATIVE_INT64, &value);
            H5Aclose(made);
        }
        H5Sclose(space);
    }
    H5Oclose(object);
}

void change_link(hid_t file, const Names& names, Random& random) {
    const std::string from = random.chance(2) ? random.pick(names.groups) : random.pick(names.datasets);
    if (from != "/") H5Ldelete(file, from.c_str(), H5P_DEFAULT);
    switch (random.below(4)) {
        case 0: H5Lcreate_soft(random.pick(names.groups).c_str(), file, from.c_str(), H5P_DEFAULT, H5P_DEFAULT); break;
        case 1:
            H5Lcreate_hard(file, random.pick(names.datasets).c_str(), file, from.c_str(), H5P_DEFAULT, H5P_DEFAULT);
            break;
        case 2: H5Lcreate_external("none.h5", "/data", file, from.c_str(), H5P_DEFAULT, H5P_DEFAULT); break;
        default: break;  // gone
    }
}

}  // namespace

void forge_hdf5(const std::filesystem::path& path, Random& random) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    if (file < 0) return;
    for (std::size_t count = 1 + random.below(2); count > 0; --count) {
        const Names names = names_in(file);
        if (names.datasets.empty()) break;
        switch (random.below(8)) {
            case 0: replace_dataset(file, random.pick(names.datasets), random); break;
            case 1:
                change_attribute(file, random.chance(2) ? random.pick(names.datasets) : random.pick(names.groups),
                                 random);
                break;
            case 2: change_link(file, names, random); break;
            default: change_dataset(file, random.pick(names.datasets), random);
        }
    }
    const bool is_factor = H5Lexists(file, "factor", H5P_DEFAULT) > 0;
    H5Fclose(file);
    if (!is_factor || random.chance(8)) return;
    try {
        allways::testing::renew_checksums(path.string());
    } catch (const allways::Error&) {
        // It has none then, and is refused.
    }
}

}  // namespace fuzz
