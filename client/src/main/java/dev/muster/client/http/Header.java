package dev.muster.client.http;

/** A header line in its two parts. */
public record Header(String name, String value) {
  /** Whether it has that name; case does not matter. */
  public boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }
}
