package dev.muster.apiserver.audit;

/** How far a request has come. */
enum AuditStage {
  REQUEST_RECEIVED("RequestReceived"),
  /** Of answers that go on, such as watches: the headers are sent. */
  RESPONSE_STARTED("ResponseStarted"),
  RESPONSE_COMPLETE("ResponseComplete"),
  /** Something broke. */
  PANIC("Panic");

  private final String text;

  AuditStage(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
