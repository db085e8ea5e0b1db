package dev.muster.apiserver.backends;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Locale;

/** A connection that could not be had, in Go's words. */
public final class DialProblem extends IOException {
  private DialProblem(String message, IOException cause) {
    super(message, cause);
  }

  static DialProblem of(Backend to, IOException cause) {
    String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    int more = text.indexOf(" (");
    String why = more < 0 ? text : text.substring(0, more);
    String end = cause instanceof SocketTimeoutException ? "i/o timeout" : "connect: " + why;
    return new DialProblem("dial tcp " + to.authority() + ": " + end, cause);
  }
}
