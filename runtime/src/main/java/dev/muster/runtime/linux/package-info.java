/**
 * The few system calls that Java has no name for: mounts, and files addressed relative to an open
 * directory so that no link can lead elsewhere.
 *
 * <p>Everything is thread-safe unless it says otherwise; a call that the kernel refuses is a {@link
 * dev.muster.runtime.linux.SyscallException} with its error number.
 */
@NullMarked
package dev.muster.runtime.linux;

import org.jspecify.annotations.NullMarked;
