package dev.muster.volumes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a file. They may be secret: never shown as text. */
final class Content {
  private final byte[] bytes;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  static Content of(byte[] bytes) {
    return new Content(bytes.clone());
  }

  static Content of(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  byte[] bytes() {
    return bytes.clone();
  }

  int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
