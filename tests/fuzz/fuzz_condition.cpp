// SPDX-License-Identifier: Apache-2.0
// Values of conditional tags, and amounts such as limits of size.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "osm/conditions/condition.h"
#include "osm/objects/tag_values.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace allways::importers::osm;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Conditional conditional = Conditional::parse(text);
    if (!conditional.is_valid() && conditional.fault()->position > size) std::abort();
    Situation lorry;
    lorry.at = CivilTime{2026, 11, 23, 8, 0};
    lorry.holidays = {false, false};
    lorry.weight_t = 7.5;
    lorry.length_m = 8;
    lorry.classes = {"vehicle", "hgv"};
    lorry.facts = {{"wet", false}, {"destination", true}};
    for (const Situation& situation : {Situation{}, lorry}) {
        const auto outcome = conditional.at(situation);
        if (outcome.is_unknown == outcome.reason.empty()) std::abort();
        if (!conditional.is_valid() && (outcome.value || !outcome.is_unknown)) std::abort();
        if (outcome.value && text.find(*outcome.value) == text.npos) std::abort();
    }
    for (const auto& amount : {parse_metres(text), parse_tonnes(text)}) {
        if (amount && !(*amount > 0 && *amount < 1e13)) std::abort();
    }
    if (read_amount(text, {}).position > size) std::abort();
    return 0;
}
