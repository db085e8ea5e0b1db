package dev.muster.node.pressure;

import dev.muster.model.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads kubelet's flags; refuses what it refuses, in its words. */
public final class EvictionThresholds {
  public static final String DEFAULT_HARD =
      "memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%,imagefs.available<15%,"
          + "imagefs.inodesFree<5%";

  private EvictionThresholds() {}

  /**
   * @param hard such as {@code memory.available<100Mi,nodefs.available<10%}
   * @param soft the same, for those that hold only after a while
   * @param softGrace how long, for each that is soft
   * @param reclaim such as {@code imagefs.available=2Gi}
   * @throws IllegalArgumentException with what is wrong
   */
  public static List<Threshold> parse(
      String hard, String soft, Map<String, Duration> softGrace, String reclaim) {
    Map<Signal, Duration> graces = new LinkedHashMap<>();
    softGrace.forEach((name, grace) -> graces.put(signal(name), grace));
    Map<Signal, Threshold.Amount> reclaims = new LinkedHashMap<>();
    pairs(reclaim, '=').forEach((signal, text) -> reclaims.put(signal, reclaim(signal, text)));
    List<Threshold> all = new ArrayList<>();
    pairs(hard, '<')
        .forEach(
            (signal, text) -> threshold(signal, text, Duration.ZERO, reclaims).ifPresent(all::add));
    pairs(soft, '<')
        .forEach(
            (signal, text) -> {
              Duration grace = graces.get(signal);
              if (grace == null) {
                throw new IllegalArgumentException(
                    "grace period must be specified for the soft eviction threshold "
                        + signal.text());
              }
              threshold(signal, text, grace, reclaims).ifPresent(all::add);
            });
    return all;
  }

  private static Map<Signal, String> pairs(String flag, char separator) {
    Map<Signal, String> pairs = new LinkedHashMap<>();
    for (String each : flag.split(",", -1)) {
      if (each.isEmpty()) {
        continue;
      }
      int at = each.indexOf(separator);
      if (at < 0) {
        throw new IllegalArgumentException(
            "malformed pair, expect string" + separator + "string: \"" + each + "\"");
      }
      pairs.put(signal(each.substring(0, at).strip()), each.substring(at + 1).strip());
    }
    return pairs;
  }

  private static Signal signal(String name) {
    return Signal.of(name)
        .orElseThrow(() -> new IllegalArgumentException("unsupported eviction signal " + name));
  }

  private static Optional<Threshold> threshold(
      Signal signal, String text, Duration grace, Map<Signal, Threshold.Amount> reclaims) {
    if (text.equals("0%") || text.equals("100%")) {
      return Optional.empty();
    }
    Threshold.Amount amount;
    if (text.endsWith("%")) {
      float part = percentage(text);
      String bound = part < 0 ? ">= 0%" : part > 1 ? "<= 100%" : "";
      if (!bound.isEmpty()) {
        throw new IllegalArgumentException(
            "eviction percentage threshold " + signal.text() + " must be " + bound + ": " + text);
      }
      amount = new Threshold.Amount.Part(part);
    } else {
      Quantity quantity = Quantity.parse(text);
      if (quantity.signum() <= 0) {
        throw new IllegalArgumentException(
            "eviction threshold " + signal.text() + " must be positive: " + quantity);
      }
      amount = new Threshold.Amount.Fixed(quantity);
    }
    return Optional.of(
        new Threshold(signal, amount, grace, Optional.ofNullable(reclaims.get(signal))));
  }

  private static Threshold.Amount reclaim(Signal signal, String text) {
    if (text.endsWith("%")) {
      float part = percentage(text);
      if (part <= 0) {
        throw new IllegalArgumentException(
            "eviction percentage minimum reclaim " + signal.text() + " must be positive: " + text);
      }
      return new Threshold.Amount.Part(part);
    }
    Quantity quantity = Quantity.parse(text);
    if (quantity.signum() < 0) {
      throw new IllegalArgumentException(
          "negative eviction minimum reclaim specified for " + signal.text());
    }
    return new Threshold.Amount.Fixed(quantity);
  }

  private static float percentage(String text) {
    try {
      float value = Float.parseFloat(text.substring(0, text.length() - 1));
      if (Float.isFinite(value)) {
        return value / 100;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException("\"" + text + "\" is not a percentage: write it as 10%");
  }
}
