package dev.muster.runtime.streaming;

/** Which streams a client was promised. */
public record Wanted(boolean stdin, boolean stdout, boolean stderr, boolean tty) {}
