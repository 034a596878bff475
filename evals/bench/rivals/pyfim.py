"""Sets of items that recur, by pyfim's eclat: reads {"rounds": [[…]], "support": n}, writes {"ms": …, "sets": [[items, support]]}."""

import json
import sys
import time

import fim

asked = json.load(sys.stdin)
started = time.perf_counter()
found = fim.eclat(asked["rounds"], target="s", supp=-asked["support"], zmin=2, report="a")
ms = 1000 * (time.perf_counter() - started)
json.dump({"ms": ms, "sets": [[list(items), int(support)] for items, support in found]}, sys.stdout)
