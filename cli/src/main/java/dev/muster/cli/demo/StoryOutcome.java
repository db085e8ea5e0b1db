package dev.muster.cli.demo;

/**
 * How a step went.
 *
 * @param right whether it went as it should
 */
record StoryOutcome(boolean right, String happened, String why) {}
