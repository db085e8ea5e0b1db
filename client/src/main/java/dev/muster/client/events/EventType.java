package dev.muster.client.events;

/** How much an event matters. */
public enum EventType {
  /** What is to be expected. */
  NORMAL("Normal"),
  /** What somebody should look at. */
  WARNING("Warning");

  private final String text;

  EventType(String text) {
    this.text = text;
  }

  /** As the field 'type' says it. */
  public String text() {
    return text;
  }
}
