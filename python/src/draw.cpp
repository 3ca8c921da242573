// SPDX-License-Identifier: Apache-2.0
// Maps and heat maps as pages and pictures.
#include "allways/draw/heat_map.h"
#include "allways/draw/maps.h"
#include "allways/draw/picture.h"
#include "bindings.h"
#include "callbacks.h"
#include "paths.h"

namespace allways::python {

namespace {

struct Drawing {
    std::string path;
    std::string title;
    std::string theme;
    bool legend = true;
    bool overwrite = false;
    std::optional<double> width, height;
};

bool is_page(const std::string& path) {
    return path.ends_with(".html") || path.ends_with(".htm");
}

template <class Content>
void write(Content content, const Drawing& drawing, const Callbacks& callbacks) {
    if (!drawing.title.empty()) content.title = drawing.title;
    if (is_page(drawing.path)) {
        write_page(content, {drawing.path, drawing.overwrite, drawing.theme, drawing.legend, callbacks.progress()});
    } else {
        write_picture(content, {.path = drawing.path,
                                .overwrite = drawing.overwrite,
                                .width = drawing.width,
                                .height = drawing.height,
                                .theme = drawing.theme,
                                .legend = drawing.legend,
                                .progress = callbacks.progress()});
    }
}

template <class Table>
void bind_heat_map(nb::module_& core) {
    core.def(
        "draw", [](const Held<Table>& table, std::size_t most_cells, const Drawing& drawing, Progressing progress) {
            run(std::move(progress), [&](const Callbacks& callbacks) {
                if constexpr (std::is_same_v<Table, CostMatrix>)
                    write(heat_map(*table, most_cells, "matrix", callbacks.progress()), drawing, callbacks);
                else
                    write(heat_map(cells_of(*table), most_cells, "table", callbacks.progress()), drawing, callbacks);
            });
        });
}

}  // namespace

void bind_draw(nb::module_& core) {
    nb::class_<Drawing>(core, "Drawing")
        .def(nb::init<>())
        .def_rw("path", &Drawing::path)
        .def_rw("title", &Drawing::title)
        .def_rw("theme", &Drawing::theme)
        .def_rw("legend", &Drawing::legend)
        .def_rw("overwrite", &Drawing::overwrite)
        .def_rw("width", &Drawing::width, nb::arg().none())
        .def_rw("height", &Drawing::height, nb::arg().none());
    bind_heat_map<DistanceTable>(core);
    bind_heat_map<OriginDestinationTable>(core);
    bind_heat_map<CostMatrix>(core);
    core.def("draw_network", [](const Source& source, const Drawing& drawing, Progressing progress) {
        run(std::move(progress), [&](const Callbacks& callbacks) {
            write(network_map(*source.paths, theme_named(drawing.theme)), drawing, callbacks);
        });
    });
    core.def("draw_routes", [](const Routes& routes, const std::vector<std::size_t>& which, const Drawing& drawing,
                               Progressing progress) {
        std::vector<Route> chosen;
        for (const std::size_t at : which) chosen.push_back(routes.routes.at(at));
        run(std::move(progress), [&](const Callbacks& callbacks) {
            write(path_map(*routes.source, chosen, theme_named(drawing.theme)), drawing, callbacks);
        });
    });
    core.def("draw_isochrones", [](const Source& source, const Stop& from, const std::vector<double>& cutoffs,
                                   const std::string& unit, const Drawing& drawing, Progressing progress) {
        run(std::move(progress), [&](const Callbacks& callbacks) {
            write(isochrone_map(*source.paths, from, cutoffs, theme_named(drawing.theme), unit), drawing, callbacks);
        });
    });
}

}  // namespace allways::python
