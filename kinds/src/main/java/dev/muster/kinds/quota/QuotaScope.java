package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.MutableScopedResourceSelectorRequirement;
import dev.muster.views.CoreV1.ResourceQuota;
import dev.muster.views.CoreV1.ResourceQuotaSpec;
import dev.muster.views.CoreV1.ScopedResourceSelectorRequirement;
import java.util.ArrayList;
import java.util.List;

/** Which objects a quota is about. */
public final class QuotaScope {
  private QuotaScope() {}

  /** Whether the object is in all of the quota's scopes. */
  public static boolean covers(ObjectNode quota, Evaluator evaluator, ObjectNode object) {
    return scopes(quota).stream().allMatch(scope -> evaluator.inScope(scope, object));
  }

  private static List<ScopedResourceSelectorRequirement> scopes(ObjectNode quota) {
    List<ScopedResourceSelectorRequirement> scopes = new ArrayList<>();
    ResourceQuotaSpec spec = ResourceQuota.of(quota).spec();
    for (String scope : spec.scopes().texts()) {
      MutableScopedResourceSelectorRequirement exists =
          MutableScopedResourceSelectorRequirement.create().scopeName(scope).operator("Exists");
      scopes.add(exists.reading());
    }
    scopes.addAll(spec.scopeSelector().matchExpressions());
    return scopes;
  }
}
