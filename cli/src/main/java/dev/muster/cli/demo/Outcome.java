package dev.muster.cli.demo;

/**
 * How a step went.
 *
 * @param right whether it went as it should
 */
record Outcome(boolean right, String happened, String why) {}
