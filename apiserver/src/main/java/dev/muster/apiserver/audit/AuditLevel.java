package dev.muster.apiserver.audit;

/** How much of a request is written. Each level includes those before it. */
enum AuditLevel {
  NONE("None"),
  METADATA("Metadata"),
  /** Also what was sent. */
  REQUEST("Request"),
  /** Also what was answered. */
  REQUEST_RESPONSE("RequestResponse");

  private final String text;

  AuditLevel(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  boolean includes(AuditLevel other) {
    return compareTo(other) >= 0;
  }
}
