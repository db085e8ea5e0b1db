package dev.muster.cli.cases;

import dev.muster.authz.User;

/**
 * One row of the table.
 *
 * @param place the file and the number of the case, for messages
 */
record AccessCase(
    String place,
    String name,
    User user,
    String namespace,
    CaseAction action,
    CaseExpectation expected) {}
