package dev.muster.kinds.scheduling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.SchedulingV1.MutablePriorityClass;
import dev.muster.views.SchedulingV1.PriorityClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Priority classes. Names that begin with {@code system-} are taken. */
public final class PriorityClassStrategy implements Strategy {
  private static final long HIGHEST = 1_000_000_000;
  private static final Map<String, Long> SYSTEM =
      Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);

  @Override
  public void applyDefaults(ObjectNode object) {
    MutablePriorityClass.of(object).preemptionPolicy().setIfAbsent("PreemptLowerPriority");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    PriorityClass priority = PriorityClass.of(object);
    String name = priority.metadata().name().text();
    long value = priority.value().number();
    if (name.startsWith("system-")) {
      Long known = SYSTEM.get(name);
      if (known == null || known != value || priority.globalDefault().truth()) {
        errors.forbidden(
            priority.metadata().name().path(),
            "priority class names with 'system-' prefix are reserved for system use only. error: "
                + why(name, known, value));
      }
    } else if (value > HIGHEST) {
      errors.forbidden(
          priority.value().path(),
          "maximum allowed value of a user defined priority is " + HIGHEST);
    }
    At policy = priority.preemptionPolicy();
    if (policy.text().isEmpty()) {
      errors.required(policy.path(), "");
    } else {
      References.validateOneOf(policy, List.of("PreemptLowerPriority", "Never"), errors);
    }
  }

  private static String why(String name, @Nullable Long known, long value) {
    if (known == null) {
      return name + " is not a known system priority class";
    }
    return known != value
        ? "value of " + name + " PriorityClass must be " + known
        : "globalDefault of " + name + " PriorityClass must be false";
  }

  @Override
  public Optional<String> undeletable(String name) {
    return SYSTEM.containsKey(name)
        ? Optional.of("this is a system priority class and cannot be deleted")
        : Optional.empty();
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At value = PriorityClass.of(object).value();
    if (value.number() != PriorityClass.of(old).value().number()) {
      errors.forbidden(value.path(), "may not be changed in an update.");
    }
    ObjectMetas.validateImmutable(
        PriorityClass.of(object).preemptionPolicy(),
        PriorityClass.of(old).preemptionPolicy(),
        errors);
  }
}
