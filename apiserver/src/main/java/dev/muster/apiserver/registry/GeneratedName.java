package dev.muster.apiserver.registry;

import java.util.concurrent.ThreadLocalRandom;

/** Names for objects that gave only a prefix. */
final class GeneratedName {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX = 5;
  private static final int MAX_PREFIX = 63 - SUFFIX;

  private GeneratedName() {}

  static String from(String prefix) {
    StringBuilder out =
        new StringBuilder(prefix.length() > MAX_PREFIX ? prefix.substring(0, MAX_PREFIX) : prefix);
    for (int i = 0; i < SUFFIX; i++) {
      out.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
    }
    return out.toString();
  }
}
