package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.LimitRangeItem;
import java.util.Map;

/** Smallest, default and largest amounts of a limit have to stand in that order. */
final class LimitOrder {
  private LimitOrder() {}

  /** Checks the amounts of one resource, by the list in which they stand. */
  static void validate(
      LimitRangeItem limit, String key, Map<String, Quantity> amounts, Errors errors) {
    Order order = new Order(limit.at(), key, amounts, errors);
    order.check("min", "max", "min", "min", "min value %s is greater than max value %s");
    order.check(
        "min",
        "defaultRequest",
        "defaultRequest",
        "defaultRequest",
        "min value %s is greater than default request value %s");
    order.check(
        "defaultRequest",
        "max",
        "defaultRequest",
        "defaultRequest",
        "default request value %s is greater than max value %s");
    order.check(
        "defaultRequest",
        "default",
        "defaultRequest",
        "defaultRequest",
        "default request value %s is greater than default limit value %s");
    order.check(
        "min", "default", "default", "min", "min value %s is greater than default value %s");
    order.check(
        "default", "max", "default", "max", "default value %s is greater than max value %s");
    ratio(limit, key, amounts, errors);
    Quantity byDefault = amounts.get("default");
    Quantity request = amounts.get("defaultRequest");
    if (byDefault != null
        && request != null
        && !ResourceAmounts.overcommits(key)
        && byDefault.compareTo(request) != 0) {
      errors.invalidText(
          limit.defaultRequest().path().key(key),
          request.toString(),
          "default value %s must equal to defaultRequest value %s in %s"
              .formatted(byDefault, request, key));
    }
  }

  private record Order(At limit, String key, Map<String, Quantity> amounts, Errors errors) {
    void check(String less, String more, String at, String shown, String detail) {
      Quantity small = amounts.get(less);
      Quantity large = amounts.get(more);
      Quantity value = amounts.get(shown);
      if (small != null && large != null && value != null && small.compareTo(large) > 0) {
        errors.invalidText(
            limit.path().child(at).key(key), value.toString(), detail.formatted(small, large));
      }
    }
  }

  private static void ratio(
      LimitRangeItem limit, String key, Map<String, Quantity> amounts, Errors errors) {
    Quantity ratio = amounts.get("maxLimitRequestRatio");
    if (ratio == null) {
      return;
    }
    Path at = limit.maxLimitRequestRatio().path().key(key);
    if (ratio.compareTo(Quantity.of(1)) < 0) {
      errors.invalidText(at, ratio.toString(), "ratio " + ratio + " is less than 1");
    }
    Quantity min = amounts.get("min");
    Quantity max = amounts.get("max");
    if (min != null && max != null && min.signum() != 0) {
      double bound = max.value().doubleValue() / min.value().doubleValue();
      if (ratio.value().doubleValue() > bound) {
        errors.invalidText(
            at, ratio.toString(), "ratio %s is greater than max/min = %f".formatted(ratio, bound));
      }
    }
  }
}
