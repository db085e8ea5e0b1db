package dev.muster.node.server;

/** A request that gets another answer than it asked for. */
final class HttpProblem extends Exception {
  private final int code;

  HttpProblem(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
