package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.LimitRange;
import dev.muster.views.CoreV1.LimitRangeItem;
import dev.muster.views.CoreV1.MutableLimitRange;
import dev.muster.views.MetaV1.MutableObjectMeta;
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
    for (LimitRangeItem item : LimitRange.of(object).spec().limits()) {
      if (item.tree() instanceof ObjectNode limit) {
        LISTS.forEach(list -> ResourceAmounts.round(limit, list));
        if (LimitRangeItem.of(limit).type().text().equals("Container")) {
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
    MutableObjectMeta metadata = MutableLimitRange.of(object).metadata().ensure();
    if (metadata.name().text().isEmpty() && metadata.generateName().text().isEmpty()) {
      metadata.name(UUID.randomUUID().toString());
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Set<String> types = new HashSet<>();
    for (LimitRangeItem limit : LimitRange.of(object).spec().limits()) {
      At type = limit.type();
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

  private static void limit(LimitRangeItem limit, Errors errors) {
    String type = limit.type().text();
    names(limit, "max", errors);
    names(limit, "min", errors);
    for (String list : List.of("default", "defaultRequest")) {
      if (!type.equals("Pod")) {
        names(limit, list, errors);
      } else if (limit.at().get(list).size() > 0) {
        errors.forbidden(
            limit.at().path().child(list), "may not be specified when `type` is 'Pod'");
      }
    }
    if (type.equals("PersistentVolumeClaim")
        && !limit.min().has("storage")
        && !limit.max().has("storage")) {
      errors.required(
          limit.at().path().child("limits"),
          "either minimum or maximum storage value is required, but neither was provided");
    }
    names(limit, "maxLimitRequestRatio", errors);
    Set<String> keys = new TreeSet<>();
    LISTS.forEach(list -> limit.at().get(list).entries().forEach(e -> keys.add(e.getKey())));
    keys.forEach(key -> LimitOrder.validate(limit, key, amounts(limit, key), errors));
  }

  private static Map<String, Quantity> amounts(LimitRangeItem limit, String key) {
    Map<String, Quantity> out = new TreeMap<>();
    for (String list : LISTS) {
      @Nullable JsonNode amount = limit.at().get(list).node().get(key);
      boolean ignored = limit.type().text().equals("Pod") && list.startsWith("default");
      if (amount != null && !ignored) {
        out.put(list, Quantity.parse(amount.asText()));
      }
    }
    return out;
  }

  private static void names(LimitRangeItem limit, String list, Errors errors) {
    String type = limit.type().text();
    for (var e : limit.at().get(list).entries()) {
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
