package dev.muster.linux;

import java.io.IOException;

/** A system call that the kernel refused. */
public final class SyscallException extends IOException {
  private final int errno;

  SyscallException(String call, String subject, int errno) {
    super(
        subject.isEmpty()
            ? call + ": " + ErrorText.of(errno)
            : call + " " + subject + ": " + ErrorText.of(errno));
    this.errno = errno;
  }

  /** One of {@link Errno}. */
  public int errno() {
    return errno;
  }
}
