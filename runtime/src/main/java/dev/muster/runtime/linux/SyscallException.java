package dev.muster.runtime.linux;

import java.io.IOException;

/** The kernel said no. */
public final class SyscallException extends IOException {
  private static final long serialVersionUID = 1;

  private final int errno;

  SyscallException(String what, int errno) {
    super(what + ": " + Libc.message(errno));
    this.errno = errno;
  }

  public int errno() {
    return errno;
  }
}
