package dev.muster.node.eviction;

/** How much of something is there, and how much of it is left. */
record Observation(long available, long capacity) {}
