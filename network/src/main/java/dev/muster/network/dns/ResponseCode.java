package dev.muster.network.dns;

/** How an answer ends. */
final class ResponseCode {
  static final int OK = 0;
  static final int FORMAT_ERROR = 1;
  static final int SERVER_FAILURE = 2;
  static final int NO_SUCH_NAME = 3;
  static final int NOT_IMPLEMENTED = 4;
  static final int REFUSED = 5;

  private ResponseCode() {}
}
