/**
 * The programs that make and hold containers: an OCI runtime (runc, crun) and conmon, one for each
 * container, which outlives this process, writes the log, and leaves the exit code in a file.
 *
 * <p>Threading: all blocking, and in the kernel: not for virtual threads. Failure: what a program
 * said on its way out, as {@link dev.muster.runtime.refusal.Refused}.
 */
@NullMarked
package dev.muster.runtime.process;

import org.jspecify.annotations.NullMarked;
