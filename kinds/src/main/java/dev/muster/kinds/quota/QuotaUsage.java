package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Amounts by the names that quotas give them, in the order of names. */
public record QuotaUsage(TreeMap<String, Quantity> amounts) {

  public static QuotaUsage none() {
    return new QuotaUsage(new TreeMap<>());
  }

  public static QuotaUsage of(JsonNode list) {
    QuotaUsage usage = none();
    list.forEachEntry((name, amount) -> usage.amounts.put(name, Quantity.parse(amount.asText())));
    return usage;
  }

  public QuotaUsage with(String name, Quantity amount) {
    amounts.put(name, amount);
    return this;
  }

  public Set<String> names() {
    return amounts.keySet();
  }

  /** Only what has one of these names. */
  public QuotaUsage only(Set<String> names) {
    QuotaUsage out = none();
    amounts.forEach(
        (name, amount) -> {
          if (names.contains(name)) {
            out.amounts.put(name, amount);
          }
        });
    return out;
  }

  public QuotaUsage plus(QuotaUsage more) {
    QuotaUsage out = new QuotaUsage(new TreeMap<>(amounts));
    more.amounts.forEach((name, amount) -> out.amounts.merge(name, amount, Quantity::plus));
    return out;
  }

  /** What this has beyond the other, and nothing that is not more. */
  public QuotaUsage beyond(QuotaUsage other) {
    QuotaUsage out = none();
    amounts.forEach(
        (name, amount) -> {
          Quantity before = other.amounts.get(name);
          Quantity more = before == null ? amount : amount.minus(before);
          if (more.signum() > 0) {
            out.amounts.put(name, more);
          }
        });
    return out;
  }

  public Set<String> negative() {
    Set<String> out = new TreeSet<>();
    amounts.forEach(
        (name, amount) -> {
          if (amount.signum() < 0) {
            out.add(name);
          }
        });
    return out;
  }

  /** The names of what is more than the limit that there is for it. */
  public Set<String> above(QuotaUsage limits) {
    Set<String> out = new TreeSet<>();
    amounts.forEach(
        (name, amount) -> {
          Quantity limit = limits.amounts.get(name);
          if (limit != null && amount.compareTo(limit) > 0) {
            out.add(name);
          }
        });
    return out;
  }

  public void writeTo(ObjectNode list) {
    amounts.forEach((name, amount) -> list.put(name, amount.toString()));
  }

  @Override
  public String toString() {
    return amounts.entrySet().stream()
        .map((Map.Entry<String, Quantity> e) -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(","));
  }
}
