/**
 * Machines on this machine: each has a network, processes, mounts and a name of its own, and the
 * cgroups of all. Needs root. For one thread.
 */
@NullMarked
package dev.muster.testing.machine;

import org.jspecify.annotations.NullMarked;
