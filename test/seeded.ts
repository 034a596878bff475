import fc from "fast-check";

/** Property tests draw the same examples in every run, unless one names a seed of its own. */
fc.configureGlobal({ seed: 42 });
