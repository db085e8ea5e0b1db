package dev.muster.api.apply;

import dev.muster.api.kinds.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a write cannot change because the kind's strategy puts it back: nobody comes to own it by
 * such a write.
 */
sealed interface ResetFields {

  FieldSet filter(FieldSet set);

  /** These places, and all below them, are put back. */
  record These(FieldSet fields) implements ResetFields {
    @Override
    public FieldSet filter(FieldSet set) {
      return set.without(fields);
    }
  }

  /** Everything but these places is put back; a {@code *} stands for any step. */
  record AllBut(List<List<String>> paths) implements ResetFields {
    @Override
    public FieldSet filter(FieldSet set) {
      return filter(set, paths, 0);
    }

    private static FieldSet filter(FieldSet set, List<List<String>> paths, int depth) {
      FieldSet.Builder out = new FieldSet.Builder();
      for (FieldSet.Entry entry : set.entries()) {
        List<List<String>> matching = new ArrayList<>();
        for (List<String> path : paths) {
          if (path.get(depth).equals("*") || path.get(depth).equals(entry.step().text())) {
            matching.add(path);
          }
        }
        if (matching.stream().anyMatch(path -> path.size() == depth + 1)) {
          out.add(entry);
        } else if (!matching.isEmpty()) {
          FieldSet below = entry.below();
          out.add(
              entry.step(),
              entry.member(),
              below == null ? null : filter(below, matching, depth + 1));
        }
      }
      return out.build();
    }
  }

  ResetFields NOTHING = new These(FieldSet.EMPTY);

  /** Kinds and subresources that deviate from: the status, or, for the status, the spec. */
  Map<String, ResetFields> DEVIATING = deviating();

  private static Map<String, ResetFields> deviating() {
    Map<String, ResetFields> out = new HashMap<>();
    out.put("pods/status", these("spec", "metadata/deletionTimestamp", "metadata/ownerReferences"));
    out.put("pods/ephemeralcontainers", new AllBut(List.of(path("spec/ephemeralContainers"))));
    out.put(
        "pods/resize",
        new AllBut(
            List.of(
                path("spec/containers/*/resources"),
                path("spec/containers/*/resizePolicy"),
                path("spec/initContainers/*/resources"),
                path("spec/initContainers/*/resizePolicy"))));
    out.put("namespaces/finalize", these("status"));
    out.put("deployments.apps/status", these("spec", "metadata/labels"));
    String requests = "certificatesigningrequests.certificates.k8s.io";
    out.put(requests + "/", these("spec", "status"));
    out.put(requests + "/status", these("spec", "status/conditions"));
    out.put(requests + "/approval", these("spec", "status/certificate"));
    for (String kind :
        List.of(
            "volumeattachments.storage.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io")) {
      out.put(kind + "/status", these("metadata", "spec"));
    }
    return Map.copyOf(out);
  }

  static ResetFields of(Kind kind, String subresource) {
    ResetFields own = DEVIATING.get(kind.qualifiedPlural() + "/" + subresource);
    if (own != null) {
      return own;
    }
    return switch (subresource) {
      case "status" -> Common.SPEC;
      case "" -> kind.subresource("status").isPresent() ? Common.STATUS : NOTHING;
      default -> NOTHING;
    };
  }

  private static ResetFields these(String... paths) {
    FieldSet all = FieldSet.EMPTY;
    for (String path : paths) {
      String[] names = path.split("/");
      FieldSet.Builder one = new FieldSet.Builder();
      PathElement[] below = new PathElement[names.length - 1];
      for (int i = 1; i < names.length; i++) {
        below[i - 1] = PathElement.declared(names[i]);
      }
      one.addPath(PathElement.declared(names[0]), below);
      all = all.union(one.build());
    }
    return new These(all);
  }

  private static List<String> path(String names) {
    List<String> out = new ArrayList<>();
    for (String name : names.split("/")) {
      out.add(name.equals("*") ? name : "f:" + name);
    }
    return out;
  }

  /** The usual ones. */
  final class Common {
    private Common() {}

    static final ResetFields STATUS = these("status");
    static final ResetFields SPEC = these("spec");
  }
}
