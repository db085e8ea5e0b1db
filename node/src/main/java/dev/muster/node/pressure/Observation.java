package dev.muster.node.pressure;

/** How much of something is there, and how much of it is left. */
public record Observation(long available, long capacity) {}
