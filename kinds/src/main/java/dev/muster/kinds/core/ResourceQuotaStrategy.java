package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutableResourceQuota;
import dev.muster.views.CoreV1.ResourceQuota;
import dev.muster.views.CoreV1.ResourceQuotaSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Quotas of a namespace. */
public final class ResourceQuotaStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    ResourceAmounts.round(MutableResourceQuota.of(object).spec().ensure().tree(), "hard");
    ResourceAmounts.round(MutableResourceQuota.of(object).status().ensure().tree(), "hard");
    ResourceAmounts.round(MutableResourceQuota.of(object).status().ensure().tree(), "used");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutableResourceQuota.of(object).status().replace();
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ResourceQuotaSpec spec = ResourceQuota.of(object).spec();
    amounts(spec.hard(), errors);
    QuotaScopes.validate(spec, errors);
  }

  private static void amounts(At list, Errors errors) {
    for (var e : list.entries()) {
      At amount = e.getValue();
      ResourceAmounts.validateName(e.getKey(), amount.path(), errors);
      if (e.getKey().indexOf('/') < 0 && !QuotaScopes.isQuotaResource(e.getKey())) {
        errors.invalidText(amount.path(), e.getKey(), "must be a standard resource for quota");
      }
      ResourceAmounts.validate(e.getKey(), amount.text(), amount.path(), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
    At scopes = ResourceQuota.of(object).spec().scopes();
    Set<String> now = new HashSet<>(scopes.texts());
    Set<String> before = new HashSet<>(ResourceQuota.of(old).spec().scopes().texts());
    if (!now.equals(before)) {
      errors.invalid(scopes, "field is immutable");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    for (String list : List.of("hard", "used")) {
      amounts(ResourceQuota.of(object).at().get("status", list), errors);
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    At hard = ResourceQuota.of(object).spec().hard();
    for (String name : List.of("cpu", "memory", "storage", "ephemeral-storage")) {
      boolean bare = List.of("cpu", "memory").contains(name) && !hard.has("requests." + name);
      String requests = bare ? name : "requests." + name;
      String limits = "limits." + name;
      if (old == null
          && hard.has(requests)
          && hard.has(limits)
          && Quantity.parse(hard.text(requests)).compareTo(Quantity.parse(hard.text(limits))) > 0) {
        out.add(
            "ResourceQuota %s (%s) should be less than %s (%s)"
                .formatted(requests, hard.text(requests), limits, hard.text(limits)));
      }
    }
    return out;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
