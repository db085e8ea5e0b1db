/**
 * {@code muster psp}: what pod security policies would make of a pod, before it is created. Reads
 * policies from files or from a cluster; changes nothing.
 */
@NullMarked
package dev.muster.cli.psp;

import org.jspecify.annotations.NullMarked;
