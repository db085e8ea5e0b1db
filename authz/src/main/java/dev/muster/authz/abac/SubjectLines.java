package dev.muster.authz.abac;

import dev.muster.authz.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of one user or group, by namespace and resource. Filled once, then only read. */
final class SubjectLines {
  private final Map<String, Map<String, List<PolicyLine>>> byPlace = new HashMap<>();
  private final List<PolicyLine> all = new ArrayList<>();

  void add(PolicyLine line) {
    all.add(line);
    byPlace
        .computeIfAbsent(line.namespace(), unused -> new HashMap<>())
        .computeIfAbsent(line.resource(), unused -> new ArrayList<>())
        .add(line);
  }

  @Nullable PolicyLine find(Attributes request) {
    if (!request.resourceRequest()) {
      return first(all, request);
    }
    PolicyLine found = find(byPlace.get(request.namespace()), request);
    return found != null ? found : find(byPlace.get("*"), request);
  }

  private static @Nullable PolicyLine find(
      @Nullable Map<String, List<PolicyLine>> byResource, Attributes request) {
    if (byResource == null) {
      return null;
    }
    PolicyLine found = first(byResource.get(request.resource()), request);
    return found != null ? found : first(byResource.get("*"), request);
  }

  private static @Nullable PolicyLine first(@Nullable List<PolicyLine> lines, Attributes request) {
    if (lines != null) {
      for (PolicyLine line : lines) {
        if (line.concerns(request.user()) && line.allows(request)) {
          return line;
        }
      }
    }
    return null;
  }
}
