package dev.muster.apiserver.handlers;

import dev.muster.http.Exchange;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Warnings for the client, as headers: each text once, none that a header cannot hold, and only so
 * much of them that headers stay small.
 */
final class Warnings implements Consumer<String> {
  private static final int MAX_TOTAL = 4096;

  private final Exchange exchange;
  private final Set<String> given = new HashSet<>();
  private int total;

  Warnings(Exchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public void accept(String text) {
    boolean fits = total + text.length() <= MAX_TOTAL;
    if (fits && text.chars().noneMatch(Character::isISOControl) && given.add(text)) {
      total += text.length();
      String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
      exchange.addHeader("Warning", "299 - \"" + quoted + "\"");
    }
  }
}
