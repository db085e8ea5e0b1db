package dev.muster.admission.limits;

import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.LimitRangeItem;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** One entry of a LimitRange, for one type of things. */
final class Limit {
  private final String type;
  private final Amounts min;
  private final Amounts max;
  private final Amounts ratio;

  Limit(LimitRangeItem limit) {
    this.type = limit.type().text();
    this.min = Amounts.of(limit.min());
    this.max = Amounts.of(limit.max());
    this.ratio = Amounts.of(limit.maxLimitRequestRatio());
  }

  /** What it is about: {@code Pod}, {@code Container}, {@code PersistentVolumeClaim}. */
  String type() {
    return type;
  }

  /** Adds what is wrong with something that asks for this much and is limited to that much. */
  void check(Amounts requests, Amounts limits, Collection<String> faults) {
    min.forEach((name, least) -> atLeast(name, least, requests, limits, faults));
    max.forEach((name, most) -> atMost(name, most, limits, "limit", requests, "request", faults));
    ratio.forEach((name, most) -> inRatio(name, most, requests, limits, faults));
  }

  /** The same for something without limits of its own. */
  void checkRequests(Amounts requests, Collection<String> faults) {
    Amounts none = Amounts.none();
    min.forEach((name, least) -> atLeast(name, least, requests, none, faults));
    max.forEach((name, most) -> atMost(name, most, requests, "request", none, "limit", faults));
  }

  private void atLeast(
      String name, Quantity least, Amounts requests, Amounts limits, Collection<String> faults) {
    String rule = "minimum " + name + " usage per " + type + " is " + least;
    Optional<Quantity> request = requests.get(name);
    if (request.isEmpty()) {
      faults.add(rule + ".  No request is specified");
    } else if (request.get().compareTo(least) < 0) {
      faults.add(rule + ", but request is " + request.get());
    } else {
      limits
          .get(name)
          .filter(limit -> limit.compareTo(least) < 0)
          .ifPresent(limit -> faults.add(rule + ", but limit is " + limit));
    }
  }

  /** The first amounts have to be there, the others need not. */
  private void atMost(
      String name,
      Quantity most,
      Amounts first,
      String firstWord,
      Amounts second,
      String secondWord,
      Collection<String> faults) {
    String rule = "maximum " + name + " usage per " + type + " is " + most;
    Optional<Quantity> needed = first.get(name);
    if (needed.isEmpty()) {
      faults.add(rule + ".  No " + firstWord + " is specified");
    } else if (needed.get().compareTo(most) > 0) {
      faults.add(rule + ", but " + firstWord + " is " + needed.get());
    } else {
      second
          .get(name)
          .filter(amount -> amount.compareTo(most) > 0)
          .ifPresent(amount -> faults.add(rule + ", but " + secondWord + " is " + amount));
    }
  }

  private void inRatio(
      String name, Quantity most, Amounts requests, Amounts limits, Collection<String> faults) {
    String rule = name + " max limit to request ratio per " + type + " is " + most;
    Optional<Quantity> request = requests.get(name).filter(amount -> amount.signum() != 0);
    Optional<Quantity> limit = limits.get(name).filter(amount -> amount.signum() != 0);
    if (request.isEmpty()) {
      faults.add(rule + ", but no request is specified or request is 0");
    } else if (limit.isEmpty()) {
      faults.add(rule + ", but no limit is specified or limit is 0");
    } else {
      BigDecimal actual = limit.get().value().divide(request.get().value(), MathContext.DECIMAL64);
      if (actual.compareTo(most.value()) > 0) {
        faults.add(String.format(Locale.ROOT, "%s, but provided ratio is %.6f", rule, actual));
      }
    }
  }
}
