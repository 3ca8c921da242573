// SPDX-License-Identifier: Apache-2.0
#include "export/features/polygons.h"

#include <memory>
#include <string>
#include <vector>

#include <geos_c.h>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

// A context of GEOS. OGR's own wrapper of GEOS has no grids in older releases and needs a GDAL built with GEOS.
class Geos {
public:
    struct Delete {
        GEOSContextHandle_t context = nullptr;
        void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
    };
    using Geometry = std::unique_ptr<GEOSGeometry, Delete>;

    Geos() : context_(GEOS_init_r()) {
        GEOSContext_setErrorMessageHandler_r(
            context_, [](const char* text, void* kept) { *static_cast<std::string*>(kept) = text; }, &problem_);
    }
    ~Geos() { GEOS_finish_r(context_); }
    Geos(const Geos&) = delete;
    Geos& operator=(const Geos&) = delete;

    Geometry read(const OGRGeometry& areas) {
        std::vector<unsigned char> bytes(static_cast<std::size_t>(areas.WkbSize()));
        areas.exportToWkb(wkbNDR, bytes.data());
        GEOSWKBReader* const reader = GEOSWKBReader_create_r(context_);
        GEOSGeometry* const geometry = GEOSWKBReader_read_r(context_, reader, bytes.data(), bytes.size());
        GEOSWKBReader_destroy_r(context_, reader);
        return made(geometry);
    }

    OGRGeometryUniquePtr written(const Geometry& geometry) {
        GEOSWKBWriter* const writer = GEOSWKBWriter_create_r(context_);
        std::size_t size = 0;
        unsigned char* const bytes = GEOSWKBWriter_write_r(context_, writer, geometry.get(), &size);
        GEOSWKBWriter_destroy_r(context_, writer);
        require(bytes != nullptr);
        OGRGeometry* whole = nullptr;
        OGRGeometryFactory::createFromWkb(bytes, nullptr, &whole, size);
        GEOSFree_r(context_, bytes);
        const OGRGeometryUniquePtr owned(whole);
        require(owned != nullptr);
        auto parts = std::make_unique<OGRMultiPolygon>();
        add_polygons(*parts, *owned);
        return OGRGeometryUniquePtr(parts.release());
    }

    Geometry valid(Geometry geometry) {
        if (GEOSisValid_r(context_, geometry.get()) == 1) return geometry;
        GEOSMakeValidParams* const params = GEOSMakeValidParams_create_r(context_);
        GEOSMakeValidParams_setMethod_r(context_, params, GEOS_MAKE_VALID_STRUCTURE);  // the other one fills holes
        GEOSMakeValidParams_setKeepCollapsed_r(context_, params, 0);
        GEOSGeometry* const mended = GEOSMakeValidWithParams_r(context_, geometry.get(), params);
        GEOSMakeValidParams_destroy_r(context_, params);
        return made(mended);
    }
    Geometry on_grid(const Geometry& geometry, double grid) {
        return made(GEOSGeom_setPrecision_r(context_, geometry.get(), grid, 0));
    }
    bool covers(const Geometry& outer, const Geometry& inner) {
        return GEOSCovers_r(context_, outer.get(), inner.get()) == 1;
    }
    Geometry intersection(const Geometry& one, const Geometry& other, double grid) {
        return made(GEOSIntersectionPrec_r(context_, one.get(), other.get(), grid));
    }
    Geometry joined(const Geometry& one, const Geometry& other, double grid) {
        return made(GEOSUnionPrec_r(context_, one.get(), other.get(), grid));
    }
    Geometry difference(const Geometry& geometry, const Geometry& less, double grid) {
        return made(GEOSDifferencePrec_r(context_, geometry.get(), less.get(), grid));
    }

private:
    Geometry made(GEOSGeometry* geometry) {
        require(geometry != nullptr);
        return Geometry(geometry, {context_});
    }
    void require(bool ok) const {
        if (!ok) throw InvalidArgument(format("an area could not be made valid: {}", problem_));
    }

    GEOSContextHandle_t context_;
    std::string problem_;
};

}  // namespace

void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry) {
    if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection)) {
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) add_polygons(parts, *part);
    } else if (wkbFlatten(geometry.getGeometryType()) == wkbPolygon && !geometry.IsEmpty()) {
        parts.addGeometry(&geometry);
    }
}

OGRGeometryUniquePtr areas_on_grid(const OGRGeometry& areas, double grid) {
    Geos geos;
    return geos.written(geos.on_grid(geos.valid(geos.read(areas)), grid));
}

// Intersection and union of two areas share the corners that the grid gives to their crossings, so one contains the
// other. These corners may bend a side across the next area's, which another pass mends.
void nest_on_grid(std::span<OGRGeometryUniquePtr> areas, double grid) {
    constexpr int most_passes = 10;
    Geos geos;
    std::vector<Geos::Geometry> nested;
    for (const OGRGeometryUniquePtr& area : areas) nested.push_back(geos.read(*area));
    bool changed = true;
    for (int pass = 0; changed && pass < most_passes; ++pass) {
        changed = false;
        for (std::size_t i = 1; i < nested.size(); ++i) {
            if (geos.covers(nested[i], nested[i - 1])) continue;
            const auto inner = geos.written(geos.intersection(nested[i - 1], nested[i], grid));  // without lines
            nested[i] = geos.joined(nested[i - 1], nested[i], grid);
            nested[i - 1] = geos.read(*inner);
            changed = true;
        }
    }
    for (std::size_t i = 0; i < areas.size(); ++i) areas[i] = geos.written(nested[i]);
}

OGRGeometryUniquePtr difference_on_grid(const OGRGeometry& areas, const OGRGeometry& less, double grid) {
    Geos geos;
    return geos.written(geos.difference(geos.read(areas), geos.read(less), grid));
}

}  // namespace allways::tools
