#!/usr/bin/env node
/** Prints the test runner's own count as one line, from its JSON report. Fails when no test ran. */
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success } = JSON.parse(readFileSync(process.argv[2], "utf8"));
// A file that cannot even be loaded has no failed test of its own, yet it failed.
const failed = numFailedTests === 0 && !success ? Math.max(1, numFailedTestSuites) : numFailedTests;
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ""}`);
if (numPassedTests + failed === 0) process.exitCode = 1;
