package dev.muster.access.auditlog;

import java.io.IOException;

/** What was read is well-formed, and no event of an audit log. */
final class NoEventException extends IOException {
  private static final long serialVersionUID = 1L;

  NoEventException() {
    super("no audit event");
  }
}
