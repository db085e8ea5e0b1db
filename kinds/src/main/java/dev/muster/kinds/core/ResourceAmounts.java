package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Amounts of resources by name, as nodes, quotas, limits and volumes hold them. */
public final class ResourceAmounts {
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final Set<String> STANDARD =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "storage",
          "requests.storage");

  private ResourceAmounts() {}

  /** Rounds up to thousandths and writes the canonical form, as lists are stored. */
  static void round(ObjectNode parent, String field) {
    if (parent.get(field) instanceof ObjectNode map) {
      map.properties()
          .forEach(e -> e.setValue(TextNode.valueOf(of(e.getValue().asText()).toString())));
    }
  }

  private static Quantity of(String text) {
    return Quantity.parse(text).roundedToMilli();
  }

  /** Checks an amount: not negative, and whole where parts make no sense. */
  static void validate(String name, String amount, Path at, Errors errors) {
    Quantity quantity = Quantity.parse(amount);
    if (quantity.signum() < 0) {
      errors.invalidText(at, amount, "must be greater than or equal to 0");
    }
    if (isWhole(name) && !quantity.isWhole()) {
      errors.invalidText(at, amount, "must be an integer");
    }
  }

  /** Finds fault with an amount below zero. */
  static void validateBasic(At amount, Errors errors) {
    Quantity quantity = Quantity.parse(amount.text());
    if (quantity.signum() < 0) {
      errors.invalid(
          amount.path(),
          quantity.value().setScale(0, RoundingMode.CEILING).toBigInteger().toString(),
          "must be a valid resource quantity");
    }
  }

  /** Checks a name: qualified, and known when it has no domain. False when something is wrong. */
  static boolean validateName(String name, Path at, Errors errors) {
    int before = errors.size();
    Labels.validateKey(name, at, errors);
    if (errors.size() == before && name.indexOf('/') < 0 && !isStandard(name)) {
      errors.invalidText(at, name, "must be a standard resource type or fully qualified");
    }
    return errors.size() == before;
  }

  /** Checks the name of something that containers use. */
  public static void validateContainerName(String name, Path at, Errors errors) {
    validateName(name, at, errors);
    if (name.indexOf('/') < 0) {
      if (!Set.of("cpu", "memory", "ephemeral-storage").contains(name) && !isHugePages(name)) {
        errors.invalidText(at, name, "must be a standard resource for containers");
      }
    } else if (!isNative(name) && !isExtended(name)) {
      errors.invalidText(at, name, "doesn't follow extended resource name standard");
    }
  }

  /** Checks what a container may use at most. */
  public static void validateLimits(At limits, Errors errors) {
    for (Map.Entry<String, At> limit : limits.entries()) {
      validateContainerName(limit.getKey(), limit.getValue().path(), errors);
      validate(limit.getKey(), limit.getValue().text(), limit.getValue().path(), errors);
    }
  }

  static boolean isStandard(String name) {
    return STANDARD.contains(name)
        || COUNTED.contains(name)
        || name.startsWith("requests.hugepages-")
        || isHugePages(name);
  }

  static boolean isHugePages(String name) {
    return name.startsWith("hugepages-");
  }

  /** Whether requests may be lower than limits. */
  static boolean overcommits(String name) {
    return isNative(name) && !isHugePages(name);
  }

  private static boolean isWhole(String name) {
    return COUNTED.contains(name) || isExtended(name);
  }

  static boolean isNative(String name) {
    return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
  }

  private static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith("requests.")
        && Labels.qualifiedName("requests." + name).isEmpty();
  }

  /** Checks all amounts of a list; {@code at} gives the place for a name. */
  static void validateAll(At list, Function<String, Path> at, Errors errors) {
    list.entries()
        .forEach(e -> validate(e.getKey(), e.getValue().text(), at.apply(e.getKey()), errors));
  }
}
