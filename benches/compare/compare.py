#!/usr/bin/env python3
"""Times other solvers, and queenside, on the same questions, on this machine.

    compare.py                          every question, every solver that is installed: a Markdown table
    compare.py queens kings -s cpsat    these questions, these solvers
    compare.py --list                   the questions and the solvers

Needs nothing but Python for queenside itself (cargo builds the example it runs). The others are Python packages, each left
out where it is missing:

    pip install ortools clingo gurobipy cplex pyscipopt highspy python-sat graphillion

Every run is a separate process, one thread, with a limit. What is printed is its processor time in seconds from the
start of building the model to the end, imports left out; queenside tells its own time. A run that does not end within the
limit is shown as ">"; one whose answer differs from the known one is shown with the answer it gave.

Each question is stated once, as a `Model` of at-most-one rows, clauses and sums, as a user of these solvers would write it;
each solver is then asked in its own way.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIGHT = [(0, 1), (1, 0), (1, 1), (1, -1)]


# ---- Questions -------------------------------------------------------------------------------------------------------

class Model:
    """Variables 1..size that are 0 or 1, rules about them, and perhaps a sum to make large or small."""

    def __init__(self):
        self.size = 0
        self.at_most_one = []  # lists of variables
        self.clauses = []      # lists of literals, a minus sign says "not"
        self.sums = []         # (terms, low, high): terms are pairs (coefficient, variable), None is no limit
        self.goal = None       # "max" or "min"
        self.objective = []    # variables that are counted

    def variables(self, keys):
        names = {}
        for key in keys:
            self.size += 1
            names[key] = self.size
        return names


def squares(n):
    return [(row, column) for row in range(n) for column in range(n)]


def segments(n, steps, walls=frozenset()):
    """Maximal runs of squares in each of these directions, cut by walls."""
    for row, column in squares(n):
        for down, right in steps:
            def free(square):
                return 0 <= square[0] < n and 0 <= square[1] < n and square not in walls
            if (row, column) in walls or free((row - down, column - right)):
                continue
            run = [(row, column)]
            while free((run[-1][0] + down, run[-1][1] + right)):
                run.append((run[-1][0] + down, run[-1][1] + right))
            if len(run) > 1:
                yield run


def most_of(n, groups, walls=frozenset()):
    """The most squares of which no group holds two."""
    model = Model()
    name = model.variables(square for square in squares(n) if square not in walls)
    model.at_most_one = [[name[square] for square in group] for group in groups]
    model.goal, model.objective = "max", list(name.values())
    return model


def five_pieces(piece, n):
    if piece == "kings":
        blocks = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in range(n - 1) for c in range(n - 1)]
        return most_of(n, blocks)
    if piece == "knights":
        leaps = [(1, 2), (1, -2), (2, 1), (2, -1)]
        pairs = [[(r, c), (r + d, c + e)] for r, c in squares(n) for d, e in leaps if r + d < n and 0 <= c + e < n]
        return most_of(n, pairs)
    steps = {"rooks": SIGHT[:2], "bishops": SIGHT[2:], "queens": SIGHT}[piece]
    return most_of(n, segments(n, steps))


def walled(n, walls):
    return most_of(n, segments(n, SIGHT, walls), walls)


def least_walls(n, queens):
    model = Model()
    queen, wall = model.variables(squares(n)), model.variables(("wall", square) for square in squares(n))
    model.at_most_one = [[queen[square], wall["wall", square]] for square in squares(n)]
    for run in segments(n, SIGHT):
        for first in range(len(run)):
            for last in range(first + 1, len(run)):
                ends = [(1, queen[square]) for square in run[first:last + 1]]
                between = [(-1, wall["wall", square]) for square in run[first + 1:last]]
                model.sums.append((ends + between, None, 1))
    model.sums.append(([(1, variable) for variable in queen.values()], queens, queens))
    model.goal, model.objective = "min", list(wall.values())
    return model


def domination(n):
    model = Model()
    queen = model.variables(squares(n))
    covers = {square: {square} for square in squares(n)}
    for run in segments(n, SIGHT):
        for square in run:
            covers[square].update(run)
    model.clauses = [[queen[other] for other in sorted(covers[square])] for square in squares(n)]
    model.goal, model.objective = "min", list(queen.values())
    return model


def attacking(n, k):
    """The most queens that each see exactly k others, with the rows of line ends, without which few solvers end."""
    model = Model()
    queen = model.variables(squares(n))
    ways = [(d, e) for d in (-1, 0, 1) for e in (-1, 0, 1) if (d, e) != (0, 0)]
    further = model.variables((s, w) for s in squares(n) for w in ways if (s[0] + w[0], s[1] + w[1]) in queen)
    for (square, way), seen in further.items():
        step = (square[0] + way[0], square[1] + way[1])
        sources = [queen[step]] + ([further[step, way]] if (step, way) in further else [])
        model.clauses += [[seen, -source] for source in sources] + [[-seen] + sources]
    for square in squares(n):
        seen = [(1, further[square, way]) for way in ways if (square, way) in further]
        slack = len(seen)
        model.sums.append((seen + [(slack, queen[square])], None, k + slack))
        model.sums.append((seen + [(-k, queen[square])], 0, None))
    lines = list(segments(n, SIGHT)) + [[corner] for corner in [(0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1)]]
    used = model.variables(("line", index) for index in range(len(lines)))
    for index, line in enumerate(lines):
        line = [queen[square] for square in line]
        model.clauses += [[used["line", index], -variable] for variable in line] + [[-used["line", index]] + line]
    ends = [(2, variable) for variable in used.values()]
    model.sums.append((ends + [(k - 8, variable) for variable in queen.values()], 0, 0))
    model.goal, model.objective = "max", list(queen.values())
    return model


def peaceable(n):
    model = Model()
    white = model.variables(("white", square) for square in squares(n))
    black = model.variables(("black", square) for square in squares(n))
    for index, run in enumerate(segments(n, SIGHT)):
        colour = model.variables([("colour", index)])["colour", index]
        for square in run:
            model.clauses += [[-white["white", square], colour], [-black["black", square], -colour]]
    for square in squares(n):
        model.at_most_one.append([white["white", square], black["black", square]])
    both = [(1, variable) for variable in white.values()] + [(-1, variable) for variable in black.values()]
    model.sums.append((both, 0, 0))
    model.goal, model.objective = "max", list(white.values())
    return model


def boards(count, walls, n=8):
    source = random.Random(1)
    return [frozenset(source.sample(squares(n), walls)) for _ in range(count)]


# name: (what is asked, models, whether all optimal solutions are wanted, the known answer, queenside's words for it)
QUESTIONS = {
    "rooks": ("8 rooks, all placements", lambda: [five_pieces("rooks", 8)], True, (8, 40320), "all:rooks8"),
    "bishops": ("14 bishops, all placements", lambda: [five_pieces("bishops", 8)], True, (14, 256), "all:bishops8"),
    "queens": ("8 queens, all placements", lambda: [five_pieces("queens", 8)], True, (8, 92), "all:apart8"),
    "kings": ("16 kings, all placements", lambda: [five_pieces("kings", 8)], True, (16, 281571), "all:kings8"),
    "knights": ("32 knights, all placements", lambda: [five_pieces("knights", 8)], True, (32, 2), "all:knights8"),
    "walled": ("100 random boards with 3 walls", lambda: [walled(8, w) for w in boards(100, 3)], False, None, "walled8_3"),
    "walls8": ("least walls for 12 queens, 8×8", lambda: [least_walls(8, 12)], False, 5, "walls8_12"),
    "dom8": ("domination 8×8", lambda: [domination(8)], False, 5, "dom8"),
    "dom10": ("domination 10×10", lambda: [domination(10)], False, 5, "dom10"),
    "attack3": ("queens that see exactly 3, 8×8", lambda: [attacking(8, 3)], False, 18, "attack8_3"),
    "attack4": ("queens that see exactly 4, 8×8", lambda: [attacking(8, 4)], False, 21, "attack8_4"),
    "peace8": ("peaceable armies 8×8", lambda: [peaceable(8)], False, 9, "peace8"),
}


# ---- Solvers ---------------------------------------------------------------------------------------------------------
# Each has `best`, the optimum, proved; and perhaps `every`, the optimum and the number of placements that reach it.

def rows(model, fixed=None):
    """Everything as sums between two limits, for solvers that know nothing else."""
    for group in model.at_most_one:
        yield [(1, variable) for variable in group], None, 1
    for clause in model.clauses:
        yield [(1 if x > 0 else -1, abs(x)) for x in clause], 1 - sum(x < 0 for x in clause), None
    yield from model.sums
    if fixed is not None:
        yield [(1, variable) for variable in model.objective], fixed, fixed


class CpSat:
    def load(self, model, fixed=None):
        from ortools.sat.python import cp_model
        self.cp, self.program = cp_model, cp_model.CpModel()
        self.x = [None] + [self.program.new_bool_var("") for _ in range(model.size)]
        for group in model.at_most_one:
            self.program.add_at_most_one(self.x[v] for v in group)
        for clause in model.clauses:
            self.program.add_bool_or(self.x[v] if v > 0 else ~self.x[-v] for v in clause)
        for terms, low, high in model.sums:
            total = sum(c * self.x[v] for c, v in terms)
            if low is not None:
                self.program.add(total >= low)
            if high is not None:
                self.program.add(total <= high)
        total = sum(self.x[v] for v in model.objective)
        if fixed is not None:
            self.program.add(total == fixed)
        elif model.goal == "max":
            self.program.maximize(total)
        else:
            self.program.minimize(total)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1

    def best(self, model):
        self.load(model)
        assert self.solver.solve(self.program) == self.cp.OPTIMAL
        return round(self.solver.objective_value)

    def every(self, model):
        value = self.best(model)
        self.load(model, value)
        found = [0]

        class Count(self.cp.CpSolverSolutionCallback):
            def on_solution_callback(self):
                found[0] += 1

        self.solver.parameters.enumerate_all_solutions = True
        self.solver.solve(self.program, Count())
        return value, found[0]


class Clingo:
    def ask(self, model, arguments):
        import clingo
        lines = ["{" + ";".join(f"x({v})" for v in range(1, model.size + 1)) + "}."]
        lines += [":- 2 {" + ";".join(f"x({v})" for v in group) + "}." for group in model.at_most_one]
        for clause in model.clauses:
            lines.append(":- " + ", ".join(f"not x({v})" if v > 0 else f"x({-v})" for v in clause) + ".")
        for terms, low, high in model.sums:
            total = "#sum {" + ";".join(f"{c},{v}:x({v})" for c, v in terms) + "}"
            if low is not None:
                lines.append(f":- {total} < {low}.")
            if high is not None:
                lines.append(f":- {total} > {high}.")
        lines.append(f"#{model.goal}imize {{" + ";".join(f"1,{v}:x({v})" for v in model.objective) + "}.")
        control = clingo.Control(arguments)
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])])
        cost, optimal = None, 0
        with control.solve(yield_=True) as handle:
            for answer in handle:
                cost = abs(answer.cost[0])
                optimal += answer.optimality_proven
        return cost, optimal

    def best(self, model):
        return self.ask(model, [])[0]

    def every(self, model):
        return self.ask(model, ["--opt-mode=optN", "0"])


class Gurobi:
    def load(self, model):
        import gurobipy
        environment = gurobipy.Env(params={"OutputFlag": 0})
        program = gurobipy.Model(env=environment)
        x = [None] + [program.addVar(vtype="B") for _ in range(model.size)]
        for terms, low, high in rows(model):
            total = gurobipy.LinExpr([c for c, _ in terms], [x[v] for _, v in terms])
            if low is not None:
                program.addConstr(total >= low)
            if high is not None:
                program.addConstr(total <= high)
        program.setObjective(gurobipy.quicksum(x[v] for v in model.objective), -1 if model.goal == "max" else 1)
        program.Params.Threads = 1
        return program

    def best(self, model):
        program = self.load(model)
        program.optimize()
        return round(program.ObjVal)

    def every(self, model):
        program = self.load(model)
        program.Params.PoolSearchMode, program.Params.PoolSolutions, program.Params.PoolGapAbs = 2, 2_000_000_000, 0.5
        program.optimize()
        return round(program.ObjVal), program.SolCount


class Cplex:
    def load(self, model):
        import cplex
        program = cplex.Cplex()
        for stream in (program.set_log_stream, program.set_results_stream, program.set_warning_stream):
            stream(None)
        counted = set(model.objective)
        program.variables.add(obj=[float(v in counted) for v in range(1, model.size + 1)], types="B" * model.size)
        for terms, low, high in rows(model):
            pair = cplex.SparsePair([v - 1 for _, v in terms], [float(c) for c, _ in terms])
            for sense, limit in (("G", low), ("L", high)):
                if limit is not None:
                    program.linear_constraints.add(lin_expr=[pair], senses=sense, rhs=[limit])
        if model.goal == "max":
            program.objective.set_sense(program.objective.sense.maximize)
        program.parameters.threads.set(1)
        return program

    def best(self, model):
        program = self.load(model)
        program.solve()
        return round(program.solution.get_objective_value())

    def every(self, model):
        program = self.load(model)
        pool = program.parameters.mip.pool
        pool.intensity.set(4), pool.capacity.set(2_100_000_000), pool.absgap.set(0.5)
        program.parameters.mip.limits.populate.set(2_100_000_000)
        program.populate_solution_pool()
        return round(program.solution.get_objective_value()), program.solution.pool.get_num()


class Scip:
    def load(self, model, fixed=None):
        import pyscipopt
        program = pyscipopt.Model()
        program.hideOutput()
        x = [None] + [program.addVar(vtype="B") for _ in range(model.size)]
        for terms, low, high in rows(model, fixed):
            total = pyscipopt.quicksum(c * x[v] for c, v in terms)
            if low is not None:
                program.addCons(total >= low)
            if high is not None:
                program.addCons(total <= high)
        if fixed is None:
            program.setObjective(pyscipopt.quicksum(x[v] for v in model.objective), model.goal + "imize")
        return program

    def best(self, model):
        program = self.load(model)
        program.optimize()
        return round(program.getObjVal())

    def every(self, model):
        value = self.best(model)
        program = self.load(model, value)
        program.setParamsCountsols()
        program.count()
        return value, program.getNCountedSols()


class Highs:
    def best(self, model):
        import highspy
        program = highspy.Highs()
        program.silent()
        counted, infinite = set(model.objective), highspy.kHighsInf
        for v in range(1, model.size + 1):
            program.addVar(0, 1)
            program.changeColIntegrality(v - 1, highspy.HighsVarType.kInteger)
            program.changeColCost(v - 1, float(v in counted))
        for terms, low, high in rows(model):
            low, high = -infinite if low is None else low, infinite if high is None else high
            program.addRow(low, high, len(terms), [v - 1 for _, v in terms], [float(c) for c, _ in terms])
        if model.goal == "max":
            program.changeObjectiveSense(highspy.ObjSense.kMaximize)
        program.setOptionValue("threads", 1)
        program.run()
        return round(program.getObjectiveValue())


class Cadical:
    """Solved again and again: with a sum that must be one better, then with a clause against each placement found."""

    def load(self, model):
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Solver
        self.cards, self.kind = CardEnc, EncType.seqcounter
        self.solver, self.top = Solver("cadical195"), model.size
        clauses = list(model.clauses)
        for group in model.at_most_one:
            clauses += [[-a, -b] for i, a in enumerate(group) for b in group[i + 1:]]
        for clause in clauses:
            self.solver.add_clause(clause)
        for terms, low, high in model.sums:
            if any(abs(c) != 1 for c, _ in terms):
                raise NotImplementedError
            # A variable that is subtracted counts where it is not true.
            literals, shift = [c * v for c, v in terms], sum(c < 0 for c, _ in terms)
            if low is not None:
                self.at_least(literals, low + shift)
            if high is not None:
                self.at_least([-literal for literal in literals], len(literals) - high - shift)

    def at_least(self, literals, bound):
        if bound > 0:
            self.add(self.cards.atleast(literals, bound=bound, top_id=self.top, encoding=self.kind))

    def add(self, encoded):
        self.top = max(self.top, encoded.nv)
        for clause in encoded.clauses:
            self.solver.add_clause(clause)

    def best(self, model):
        self.load(model)
        value = None
        while self.solver.solve():
            true = set(self.solver.get_model())
            value = sum(v in true for v in model.objective)
            self.at(model, value + 1 if model.goal == "max" else value - 1)
        return value

    def at(self, model, value):
        if model.goal == "max":
            self.at_least(model.objective, value)
        else:
            self.at_least([-v for v in model.objective], len(model.objective) - value)

    def every(self, model):
        value, found = self.best(model), 0
        self.load(model)
        self.at(model, value)
        while self.solver.solve():
            found += 1
            true = set(self.solver.get_model())
            self.solver.add_clause([-v for v in model.objective if v in true])
        return value, found


class Graphillion:
    """Families of independent sets as decision diagrams: only for squares of which some pairs exclude each other."""

    def every(self, model):
        from graphillion import GraphSet, VertexSetSet
        if model.clauses or model.sums:
            raise NotImplementedError
        pairs = sorted({(a, b) for group in model.at_most_one for a in group for b in group if a < b})
        GraphSet.set_universe(pairs)
        VertexSetSet.set_universe(list(range(1, model.size + 1)))
        sets = VertexSetSet.independent_sets(pairs)
        value = len(next(sets.max_iter()))
        return value, len(sets.len(value))

    def best(self, model):
        return self.every(model)[0]


SOLVERS = {"cpsat": CpSat, "clingo": Clingo, "gurobi": Gurobi, "cplex": Cplex, "scip": Scip, "highs": Highs,
           "cadical": Cadical, "graphillion": Graphillion}
MODULES = {"cpsat": "ortools.sat.python.cp_model", "clingo": "clingo", "gurobi": "gurobipy", "cplex": "cplex",
           "scip": "pyscipopt", "highs": "highspy", "cadical": "pysat.solvers", "graphillion": "graphillion"}


def run_here(solver, question):
    """Solves in this process; prints seconds and the answer as JSON."""
    __import__(MODULES[solver])
    _, models, every, _, _ = QUESTIONS[question]
    ask = getattr(SOLVERS[solver](), "every" if every else "best", None)
    if ask is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    answers = [ask(model) for model in models()]
    now = resource.getrusage(resource.RUSAGE_SELF)
    answer = answers[0] if len(answers) == 1 else answers
    print(json.dumps([now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, answer]))


def run_apart(solver, question, limit):
    """Solves in a separate process; the cell of the table."""
    command = [sys.executable, __file__, "--here", solver, question]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return f"> {limit:g}"
    if not done.stdout.strip():
        return "–" if "NotImplementedError" in done.stderr or done.returncode == 0 else "failed"
    seconds, answer = json.loads(done.stdout.splitlines()[-1])
    known = QUESTIONS[question][3]
    wrong = known is not None and answer != (list(known) if isinstance(known, tuple) else known)
    return f"{seconds:.2g}" + (f" ({answer})" if wrong else "")


def build_ours():
    command = ["cargo", "build", "-q", "--release", "--bench", "measure", "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in built.stdout.splitlines()]
    return next(pathlib.Path(each["executable"]) for each in messages if each.get("executable"))


def run_ours(program, question):
    words = QUESTIONS[question][4]
    printed = subprocess.run([program, "auto", words], capture_output=True, text=True, check=True).stdout
    return printed.rsplit(" in ", 1)[1].split()[0].rstrip("0") or "0"


def installed(solver):
    return subprocess.run([sys.executable, "-c", f"import {MODULES[solver]}"], capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", default=list(QUESTIONS), help="their names; all if none is given")
    parser.add_argument("-s", "--solver", action="append", help="only this solver; may be repeated")
    parser.add_argument("-l", "--limit", type=float, default=60, help="seconds for each run, 60 if not given")
    parser.add_argument("--list", action="store_true", help="list questions and solvers")
    parser.add_argument("--here", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        run_here(*options.here)
        return
    if options.list:
        for name, question in QUESTIONS.items():
            print(f"{name:10} {question[0]}")
        print("solvers:", " ".join(SOLVERS))
        return
    for name in options.questions + (options.solver or []):
        if name not in QUESTIONS and name not in SOLVERS:
            parser.error(f"unknown: {name} (see --list)")
    solvers = options.solver or [solver for solver in SOLVERS if installed(solver)]
    ours = build_ours()
    print("| question | queenside | " + " | ".join(solvers) + " |")
    print("| --- " * (len(solvers) + 2) + "|")
    for question in options.questions:
        cells = [run_ours(ours, question)]
        cells += [run_apart(solver, question, options.limit) for solver in solvers]
        print(f"| {QUESTIONS[question][0]} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
