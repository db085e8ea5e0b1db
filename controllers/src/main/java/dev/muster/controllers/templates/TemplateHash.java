package dev.muster.controllers.templates;

import dev.muster.views.CoreV1.PodTemplateSpec;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** The hash that is part of the names of what a template's owner makes. */
public final class TemplateHash {
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final TemplateTypes TYPES = TemplateTypes.read();

  private TemplateHash() {}

  /**
   * @param template as it is stored, with its defaults
   * @param collisions how many other templates had the same hash, if there were any
   */
  public static String of(PodTemplateSpec template, OptionalInt collisions) {
    String text = GoDump.of(TYPES, template, "v1.PodTemplateSpec");
    Fnv32 hash = new Fnv32().add(text.getBytes(StandardCharsets.UTF_8));
    if (collisions.isPresent()) {
      hash.add(littleEndian(collisions.getAsInt()));
    }
    return encoded(hash.sum());
  }

  /** Of a ControllerRevision's data: an older form of the function, and another of the number. */
  public static String ofRevision(byte[] data, OptionalInt collisions) {
    int state = Fnv32.BASIS;
    byte[] probe =
        collisions.isPresent()
            ? Integer.toString(collisions.getAsInt()).getBytes(StandardCharsets.UTF_8)
            : new byte[0];
    for (byte[] part : new byte[][] {data, probe}) {
      for (byte one : part) {
        state = state * Fnv32.PRIME ^ (one & 0xff);
      }
    }
    return encoded(state);
  }

  private static byte[] littleEndian(int number) {
    return new byte[] {
      (byte) number, (byte) (number >> 8), (byte) (number >> 16), (byte) (number >> 24), 0, 0, 0, 0
    };
  }

  /** Decimal digits in letters that make no words. */
  private static String encoded(int hash) {
    StringBuilder text = new StringBuilder();
    for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
      text.append(ALPHABET.charAt(digit % ALPHABET.length()));
    }
    return text.toString();
  }

  /** FNV-1a of 32 bits. */
  private static final class Fnv32 {
    static final int BASIS = 0x811c9dc5;
    static final int PRIME = 0x01000193;

    private int state = BASIS;

    Fnv32 add(byte[] bytes) {
      for (byte one : bytes) {
        state = (state ^ (one & 0xff)) * PRIME;
      }
      return this;
    }

    int sum() {
      return state;
    }
  }
}
