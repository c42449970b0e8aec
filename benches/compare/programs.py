#!/usr/bin/env python3
"""Asks HiGHS and CP-SAT, one thread each, for the optima of integer programs that the bench `regret` has written.

    mkdir programs
    cargo bench --all-features --bench regret -- --families yes --alone no --limit 4 --export programs
    pip install ortools highspy
    programs.py programs --limit 4 [--only-open]

Prints a Markdown table: seconds where a solver proves its optimum within the limit, else its best value and its bound. The rows
are the strengthened ones that `Export::mps` writes, so the solvers get more than a plain model would give them. Different
proved optima, and a best value beyond a proved one, end the run with an error. `--only-open` leaves out what the crate
proves by default.
"""
import argparse
import math
import pathlib
import time


def highs(path, limit):
    import highspy
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    program.setOptionValue("time_limit", limit)
    program.setOptionValue("mip_rel_gap", 0.0)
    program.readModel(str(path))
    start = time.process_time()
    program.run()
    used = time.process_time() - start
    info = program.getInfo()
    proved = program.getModelStatus() in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
    found = abs(info.objective_function_value) < 1e20 and info.primal_solution_status == 2
    bound = info.mip_dual_bound
    return used, proved, round(info.objective_function_value) if found else None, bound if abs(bound) < 1e20 else None


def cpsat(path, limit):
    from ortools.linear_solver.python import model_builder
    model = model_builder.Model()
    model.import_from_mps_file(str(path))
    solver = model_builder.Solver("sat")
    solver.set_time_limit_in_seconds(limit)
    solver.set_solver_specific_parameters("num_workers:1")
    start = time.process_time()
    status = solver.solve(model)
    used = time.process_time() - start
    statuses = model_builder.SolveStatus
    proved = status in (statuses.OPTIMAL, statuses.INFEASIBLE)
    found = status in (statuses.OPTIMAL, statuses.FEASIBLE)
    return used, proved, round(solver.objective_value) if found else None, solver.best_objective_bound if found else None


SOLVERS = {"HiGHS": highs, "CP-SAT": cpsat}


def whole(bound, most):
    """The nearest whole number that the bound implies."""
    if bound is None:
        return "–"
    return str(math.floor(bound + 1e-6) if most else math.ceil(bound - 1e-6))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=4.0)
    parser.add_argument("--only-open", action="store_true")
    own = parser.parse_args()
    ended = {"by default": 0, **dict.fromkeys(SOLVERS, 0)}
    alone, rows = dict.fromkeys(ended, 0), 0
    print("| question | by default | " + " | ".join(SOLVERS) + " |")
    print("| --- |" + " --- |" * len(ended), flush=True)
    for path in sorted(own.folder.glob("*.tsv"), key=lambda path: int(path.stem)):
        name, took, best, bound = path.read_text().strip().split("\t")
        if own.only_open and took != "-":
            continue
        rows += 1
        program = path.with_suffix(".mps")
        most = "MAX" in program.read_text()[:2000].split("ROWS")[0].split()
        cells = [f"{best}, {bound}" if took == "-" else f"**{best}** in {float(took) / 1000:.3f}"]
        proved = {} if took == "-" else {"by default": best}
        values = {"by default": best}
        for solver, ask in SOLVERS.items():
            used, over, value, limit = ask(program, own.limit)
            shown = "–" if value is None else str(value)
            values[solver] = shown
            if over:
                proved[solver] = shown if value is not None else "impossible"
            cells.append(f"**{shown}** in {used:.3f}" if over else f"{shown}, {whole(limit, most)}")
        for solver in proved:
            ended[solver] += 1
            alone[solver] += len(proved) == 1
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
        if len(set(proved.values())) > 1:
            raise SystemExit(f"{name}: different optima {proved}")
        for optimum in proved.values():
            for solver, value in values.items():
                beyond = value.lstrip("-").isdigit() and optimum.lstrip("-").isdigit()
                if beyond and (int(value) > int(optimum) if most else int(value) < int(optimum)):
                    raise SystemExit(f"{name}: {solver} has {value}, but {optimum} is proved")
    print(f"\n{rows} questions; ended by " + ", ".join(f"{who}: {number} ({alone[who]} alone)" for who, number in ended.items()))


main()
