/**
 * The system calls Java has no words for: mounts, paths that cannot be redirected, owners and modes
 * that no umask changes, processes by descriptor. One thin layer over the C library through {@code
 * java.lang.foreign}; 64-bit Linux only.
 *
 * <p>Threading: every call may be made from any thread; an {@link dev.muster.linux.Fd} is closed
 * once, by its owner. Failure: a call that the kernel refused throws {@link
 * dev.muster.linux.SyscallException} with its errno.
 *
 * <p>File names are bytes to the kernel and strings here: UTF-8, with each byte that is not part of
 * valid UTF-8 held as one low surrogate, so that every name survives the way there and back.
 */
@NullMarked
package dev.muster.linux;

import org.jspecify.annotations.NullMarked;
