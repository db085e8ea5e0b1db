package dev.muster.client.events;

/** How much an event matters. */
public enum EventType {
  NORMAL("Normal"),
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
