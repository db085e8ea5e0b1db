/**
 * Where everything that is logged goes: standard error, one line for each message. What clients,
 * nodes and containers sent may be in any message and in any exception; here, at the one place that
 * all of it passes, it loses what could forge a line or move a terminal's cursor, and what is
 * longer than anybody reads. Thread-safe.
 */
@NullMarked
package dev.muster.cli.logging;

import org.jspecify.annotations.NullMarked;
