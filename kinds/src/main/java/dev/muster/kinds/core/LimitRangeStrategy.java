package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Limits for what may be asked for in a namespace. */
public final class LimitRangeStrategy implements Strategy {
  private static final Set<String> TYPES = Set.of("Pod", "Container", "PersistentVolumeClaim");
  private static final List<String> LISTS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");

  @Override
  public void applyDefaults(ObjectNode object) {
    for (JsonNode item : object.path("spec").path("limits")) {
      if (item instanceof ObjectNode limit) {
        LISTS.forEach(list -> ResourceAmounts.round(limit, list));
        if (limit.path("type").asText().equals("Container")) {
          containerDefaults(limit);
        }
      }
    }
  }

  private static void containerDefaults(ObjectNode limit) {
    fill(limit, "default", "max");
    fill(limit, "defaultRequest", "default");
    fill(limit, "defaultRequest", "min");
  }

  private static void fill(ObjectNode limit, String to, String from) {
    limit
        .path(from)
        .properties()
        .forEach(
            e -> {
              ObjectNode target = limit.withObject(to);
              if (!target.has(e.getKey())) {
                target.set(e.getKey(), e.getValue());
              }
            });
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    ObjectNode metadata = object.withObject("metadata");
    if (metadata.path("name").asText().isEmpty()
        && metadata.path("generateName").asText().isEmpty()) {
      metadata.put("name", UUID.randomUUID().toString());
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Set<String> types = new HashSet<>();
    for (At limit : At.root(object).get("spec", "limits").each()) {
      At type = limit.get("type");
      int before = errors.size();
      Labels.validateKey(type.text(), type.path(), errors);
      if (errors.size() == before && type.text().indexOf('/') < 0 && !TYPES.contains(type.text())) {
        errors.invalid(type, "must be a standard limit type or fully qualified");
      }
      if (!types.add(type.text())) {
        errors.duplicate(type);
      }
      limit(limit, errors);
    }
  }

  private static void limit(At limit, Errors errors) {
    String type = limit.text("type");
    names(limit, "max", errors);
    names(limit, "min", errors);
    for (String list : List.of("default", "defaultRequest")) {
      if (!type.equals("Pod")) {
        names(limit, list, errors);
      } else if (limit.get(list).size() > 0) {
        errors.forbidden(limit.path().child(list), "may not be specified when `type` is 'Pod'");
      }
    }
    if (type.equals("PersistentVolumeClaim")
        && !limit.get("min").has("storage")
        && !limit.get("max").has("storage")) {
      errors.required(
          limit.path().child("limits"),
          "either minimum or maximum storage value is required, but neither was provided");
    }
    names(limit, "maxLimitRequestRatio", errors);
    Set<String> keys = new TreeSet<>();
    LISTS.forEach(list -> limit.get(list).entries().forEach(e -> keys.add(e.getKey())));
    keys.forEach(key -> LimitOrder.validate(limit, key, amounts(limit, key), errors));
  }

  private static Map<String, Quantity> amounts(At limit, String key) {
    Map<String, Quantity> out = new TreeMap<>();
    for (String list : LISTS) {
      @Nullable JsonNode amount = limit.get(list).node().get(key);
      boolean ignored = limit.text("type").equals("Pod") && list.startsWith("default");
      if (amount != null && !ignored) {
        out.put(list, Quantity.parse(amount.asText()));
      }
    }
    return out;
  }

  private static void names(At limit, String list, Errors errors) {
    String type = limit.text("type");
    for (var e : limit.get(list).entries()) {
      if (type.equals("Pod") || type.equals("Container")) {
        ResourceAmounts.validateContainerName(e.getKey(), e.getValue().path(), errors);
      } else {
        ResourceAmounts.validateName(e.getKey(), e.getValue().path(), errors);
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
