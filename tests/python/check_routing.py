# SPDX-License-Identifier: Apache-2.0
"""check_routing.py: whether other programs read, in the files of this folder, the cells of table.csv, and whether the tours
that optimisers make of them cost what the cells say."""
import csv
import json
import sys

import numpy as np
import scipy.io
import scipy.sparse.csgraph
import tsplib95
import vroom
from ortools.constraint_solver import pywrapcp, routing_enums_pb2

VEHICLES, CAPACITY = 5, 9


def check(condition, message):
    if not condition:
        sys.exit(f"check_routing: {message}")


def cells():
    """The ids, and the seconds of table.csv."""
    with open("table.csv", newline="") as file:
        rows = list(csv.reader(file))
    seconds = [[float(cell) if cell else np.inf for cell in row[1:]] for row in rows[1:]]
    return rows[0][1:], np.array(seconds)


def milliseconds(seconds, unreachable):
    return np.where(np.isinf(seconds), unreachable, np.round(seconds * 1000, 6))


def check_tsplib(seconds):
    problem = tsplib95.load("table.tsp")
    n = problem.dimension
    read = np.array([[problem.get_weight(i, j) for j in range(1, n + 1)] for i in range(1, n + 1)])
    check(problem.edge_weight_format == "FULL_MATRIX" and len(problem.display_data) == n, "table.tsp: header")
    check((problem.type == "TSP") == bool((read == read.T).all()), f"table.tsp: TYPE {problem.type}")
    check(np.isfinite(seconds).all() and (read == milliseconds(seconds, 0)).all(), "table.tsp: cells")


def check_tours(tours, n, matrix, cost, what):
    visited = sorted(place for tour in tours for place in tour[1:-1])
    check(visited == list(range(1, n)), f"{what}: visits {visited}")
    check(all(len(tour) - 2 <= CAPACITY for tour in tours), f"{what}: a vehicle carries more than {CAPACITY}")
    check(all(tour[0] == tour[-1] == 0 for tour in tours), f"{what}: a tour does not end at the depot")
    total = sum(matrix[a][b] for tour in tours for a, b in zip(tour, tour[1:]))
    check(cost == total, f"{what}: its cost is {cost}, and the cells add up to {total}")


def check_ortools(ids, seconds):
    with open("table.ortools.json") as file:
        data = json.load(file)
    matrix = data["time_matrix"]
    n = len(matrix)
    check([str(i) for i in data["ids"]] == ids, "table.ortools.json: ids")
    check((np.array(matrix) == milliseconds(seconds, data["allways"]["time_matrix"]["unreachable"])).all(),
          "table.ortools.json: cells")
    data["num_vehicles"] = VEHICLES
    manager = pywrapcp.RoutingIndexManager(n, data["num_vehicles"], data["depot"])
    routing = pywrapcp.RoutingModel(manager)
    transit = routing.RegisterTransitCallback(lambda a, b: matrix[manager.IndexToNode(a)][manager.IndexToNode(b)])
    routing.SetArcCostEvaluatorOfAllVehicles(transit)
    demand = routing.RegisterUnaryTransitCallback(lambda a: int(manager.IndexToNode(a) != data["depot"]))
    routing.AddDimensionWithVehicleCapacity(demand, 0, [CAPACITY] * VEHICLES, True, "load")
    search = pywrapcp.DefaultRoutingSearchParameters()
    search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    search.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    search.solution_limit = 50
    search.time_limit.FromSeconds(30)
    solution = routing.SolveWithParameters(search)
    check(solution is not None, "table.ortools.json: no solution")
    tours = []
    for vehicle in range(VEHICLES):
        index, tour = routing.Start(vehicle), [data["depot"]]
        while not routing.IsEnd(index):
            index = solution.Value(routing.NextVar(index))
            tour.append(manager.IndexToNode(index))
        tours.append(tour)
    check_tours(tours, n, matrix, solution.ObjectiveValue(), "OR-Tools")


def check_vroom(ids, seconds):
    with open("table.vroom.json") as file:
        data = json.load(file)
    matrix = data["matrices"]["car"]["durations"]
    check([str(i) for i in data["allways"]["ids"]] == ids, "table.vroom.json: ids")
    error = np.abs(np.array(matrix) - seconds).max()
    stated = data["allways"]["durations"]["largest_rounding_error"]
    check(error <= 0.5 and abs(error - stated) < 1e-9, f"table.vroom.json: off by {error}, stated {stated}")
    data["vehicles"] = [{"id": i, "start_index": 0, "end_index": 0, "capacity": [CAPACITY]} for i in range(VEHICLES)]
    data["jobs"] = [{"id": i, "location_index": i, "delivery": [1]} for i in range(1, len(matrix))]
    with open("problem.json", "w") as file:
        json.dump(data, file)
    solution = vroom.Input.from_json("problem.json").solve(exploration_level=1, nb_threads=1).to_dict()
    tours = [[step["location_index"] for step in route["steps"]] for route in solution["routes"]]
    check_tours(tours, len(matrix), matrix, solution["summary"]["cost"], "VROOM")


def check_matrix_market(seconds):
    check((np.asarray(scipy.io.mmread("table.mtx")) == seconds).all(), "table.mtx: cells")
    network = scipy.io.mmread("net.mtx").tocsr()
    distances = scipy.sparse.csgraph.dijkstra(network)
    check(np.allclose(distances, seconds, rtol=0, atol=1e-6), "net.mtx: distances differ from the table's")


def main():
    ids, seconds = cells()
    check(len(ids) == 40 and seconds.shape == (40, 40), "table.csv: its size")
    check_tsplib(seconds)
    check_matrix_market(seconds)
    check_ortools(ids, seconds)
    check_vroom(ids, seconds)


main()
