package dev.muster.client.events;

/** How much an event matters. */
public enum EventType {
  NORMAL("Normal"),
  WARNING("Warning");

  private final String text;

  EventType(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
