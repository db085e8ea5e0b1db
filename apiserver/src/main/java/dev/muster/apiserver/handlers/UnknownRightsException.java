package dev.muster.apiserver.handlers;

/** Nobody can tell any more what somebody saw, so that what has changed cannot be told either. */
final class UnknownRightsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnknownRightsException() {
    super("what was seen is not known", null, false, false);
  }
}
