"""A memory system in a process of its own: one JSON command a line on stdin, one JSON reply a line on the real stdout.

{"op": "add", "round": {"id", "session", "time", "user", "assistant"}}   -> {"ms"}
{"op": "seed", "rounds": [...]}                                          -> {"ms"}, or {"unknown": true} where there is no way in bulk
{"op": "search", "query", "k"}                                           -> {"ms", "found": [texts]}
{"op": "rest"}                                                           -> {"name", "resident"} (bytes)
"""

import json
import os
import sys
import time
import traceback


def serve(open_system):
    """`open_system(folder, model_url)` gives an object with name, add, search and, where it can, seed; with close where it leaves traces."""
    replies = os.fdopen(os.dup(1), "w")
    # What libraries print must not be taken for a reply.
    os.dup2(2, 1)
    folder, model_url = sys.argv[1:3]
    system = open_system(folder, model_url)
    for line in iter(sys.stdin.readline, ""):
        try:
            reply = _answer(system, json.loads(line))
        except Exception:
            reply = {"error": traceback.format_exc(limit=4)}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()
    if hasattr(system, "close"):
        system.close()


def _answer(system, command):
    started = time.perf_counter()
    took = lambda: (time.perf_counter() - started) * 1000
    if command["op"] == "add":
        system.add(command["round"])
        return {"ms": took()}
    if command["op"] == "seed":
        if not hasattr(system, "seed"):
            return {"unknown": True}
        system.seed(command["rounds"])
        return {"ms": took()}
    if command["op"] == "search":
        found = system.search(command["query"], command["k"])
        return {"ms": took(), "found": [str(text) for text in found]}
    return {"name": system.name, "resident": _resident()}


def _resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def said(round):
    """A round as most systems take it: a list of messages."""
    return [{"role": role, "content": round[role]} for role in ("user", "assistant") if round.get(role)]
