package dev.muster.cli.faults;

/**
 * A fault that is there until it is mended.
 *
 * @param what it was, and who had it
 * @param othersGoOn whether somebody's writes are acknowledged meanwhile
 */
record Injected(String what, boolean othersGoOn, Runnable mend) {}
