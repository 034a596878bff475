"""Holds walks against planning libraries that were written independently of Mnema.

Reads one JSON object a line: {"domain", "problem", "library", "walks": [[{"facts", "legal", "goal", "action"}, ...], ...]}
and answers each with {"states", "differences"}. Facts and actions are words divided by blanks. `pyperplan` does STRIPS,
fast; `unified-planning` the rest of ADL.
"""

import json
import sys
import types


def from_pyperplan(domain_file, problem_file):
    from pyperplan.grounding import ground
    from pyperplan.pddl.parser import Parser

    parser = Parser(domain_file, problem_file)
    domain = parser.parse_domain()
    task = ground(parser.parse_problem(domain), remove_statics_from_initial_state=False, remove_irrelevant_operators=False)
    operators = {words(operator.name): operator for operator in task.operators}

    class Reference:
        initial = frozenset(task.initial_state)

        def legal(self, state):
            return {name for name, operator in operators.items() if operator.applicable(state)}

        def after(self, state, action):
            return operators[action].apply(state)

        def goal(self, state):
            return task.goal_reached(state)

        def facts(self, state):
            return {words(fact) for fact in state}

    return Reference()


def from_unified_planning(domain_file, problem_file):
    # It configures portfolios of engines with this package alone, and none is used here.
    stand_in = types.ModuleType("ConfigSpace")
    stand_in.ConfigurationSpace = object
    sys.modules.setdefault("ConfigSpace", stand_in)
    from unified_planning.engines import UPSequentialSimulator
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import get_environment

    get_environment().credits_stream = None
    problem = PDDLReader().parse_problem(domain_file, problem_file)
    simulator = UPSequentialSimulator(problem)
    fluents = list(problem.initial_values)

    def named(action, parameters):
        return " ".join([action.name, *(str(parameter) for parameter in parameters)])

    class Reference:
        initial = simulator.get_initial_state()

        def legal(self, state):
            return {named(*pair) for pair in simulator.get_applicable_actions(state)}

        def after(self, state, action):
            [pair] = [pair for pair in simulator.get_applicable_actions(state) if named(*pair) == action]
            return simulator.apply(state, *pair)

        def goal(self, state):
            return simulator.is_goal(state)

        def facts(self, state):
            return {
                " ".join([fluent.fluent().name, *(str(argument) for argument in fluent.args)])
                for fluent in fluents
                if state.get_value(fluent).is_true()
            }

    return Reference()


def words(text):
    return " ".join(text.strip("()").split())


def compare(job):
    build = {"pyperplan": from_pyperplan, "unified-planning": from_unified_planning}[job["library"]]
    reference = build(job["domain"], job["problem"])
    states, differences = 0, []
    for number, walk in enumerate(job["walks"]):
        state = reference.initial
        for step, seen in enumerate(walk):
            states += 1
            for what, theirs, ours in (
                ("facts", reference.facts(state), set(seen["facts"])),
                ("legal", reference.legal(state), set(seen["legal"])),
                ("goal", {str(reference.goal(state))}, {str(seen["goal"])}),
            ):
                if theirs != ours:
                    differences.append(
                        f"{job['problem']} walk {number} step {step} {what}: only there {sorted(theirs - ours)}, only here {sorted(ours - theirs)}"
                    )
            if seen["action"] is None or differences:
                break
            state = reference.after(state, seen["action"])
    return {"states": states, "differences": differences[:5]}


for line in sys.stdin:
    print(json.dumps(compare(json.loads(line))), flush=True)
