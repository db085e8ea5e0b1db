/**
 * Servers and etcds that are killed, stopped, cut off, filled, slowed down and set to another time
 * while clients write, read and watch; what the clients saw is checked. {@link
 * dev.muster.cli.faults.FaultsTest} is the short profile, {@link dev.muster.cli.faults.FaultRounds}
 * the long one.
 */
@NullMarked
package dev.muster.cli.faults;

import org.jspecify.annotations.NullMarked;
