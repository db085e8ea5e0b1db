package dev.muster.cli.cases;

/**
 * How a case went.
 *
 * @param detail what the server said, or what is wrong
 */
record CaseResult(AccessCase test, boolean passed, String detail) {}
