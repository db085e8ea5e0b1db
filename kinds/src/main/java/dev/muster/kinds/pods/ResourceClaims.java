package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Names;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** A pod's resource claims and the containers' references to them. */
final class ResourceClaims {

  private ResourceClaims() {}

  /** The names that are not empty. */
  static Set<String> names(At claims) {
    Set<String> names = new TreeSet<>();
    claims.each().forEach(c -> names.add(c.text("name")));
    names.remove("");
    return names;
  }

  static void validate(At claims, At metadata, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (At claim : claims.each()) {
      if (metadata.get("annotations").has(PodAnnotations.MIRROR)) {
        errors.forbidden(WholeObject.PATH, "static pods do not support resource claims");
        continue;
      }
      At name = claim.get("name");
      if (name.empty()) {
        errors.required(name.path(), "");
      } else if (!seen.add(name.text())) {
        errors.duplicate(name);
      } else {
        Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
      source(claim, errors);
    }
  }

  private static void source(At claim, Errors errors) {
    At direct = claim.get("resourceClaimName");
    At template = claim.get("resourceClaimTemplateName");
    if (direct.present() && template.present()) {
      errors.invalid(
          claim.path(),
          internal(claim),
          "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    }
    if (direct.absent() && template.absent()) {
      errors.invalid(
          claim.path(),
          internal(claim),
          "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
    for (At name : new At[] {direct, template}) {
      if (name.present()) {
        Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
    }
  }

  /** The claim as messages show it: with the names of the server's own struct. */
  private static String internal(At claim) {
    return "{\"Name\":"
        + GoText.quote(claim.text("name"))
        + ",\"ResourceClaimName\":"
        + InvalidValue.of(claim.get("resourceClaimName").node())
        + ",\"ResourceClaimTemplateName\":"
        + InvalidValue.of(claim.get("resourceClaimTemplateName").node())
        + "}";
  }

  /** A container's references: each to a claim of the pod, none twice. */
  static void references(At claims, Set<String> podClaims, Errors errors) {
    NavigableSet<String> seen = new TreeSet<>();
    for (At claim : claims.each()) {
      String name = claim.text("name");
      if (name.isEmpty()) {
        errors.required(claim.path(), "");
        continue;
      }
      if (seen.contains(name)) {
        errors.duplicate(claim.path(), GoText.quote(name));
      } else {
        request(claim, name, seen, errors);
      }
      if (!podClaims.contains(name) && !errors.full()) {
        String known =
            podClaims.isEmpty() ? " which is empty" : ": " + String.join(", ", podClaims);
        errors.notFound(
            claim.path(),
            GoText.quote(name) + ": must be one of the names in pod.spec.resourceClaims" + known);
      }
    }
  }

  private static void request(At claim, String name, NavigableSet<String> seen, Errors errors) {
    At request = claim.get("request");
    String key = name;
    if (!request.empty()) {
      Names.label(request.text(), false).forEach(f -> errors.invalid(request, f));
      key += "/" + request.text();
    }
    if (seen.contains(key)) {
      errors.duplicate(claim.path(), GoText.quote(key));
    } else if (request.empty()) {
      String prefix = name + "/";
      for (String other : seen.tailSet(prefix)) {
        if (!other.startsWith(prefix) || errors.full()) {
          break;
        }
        errors.duplicate(claim.path(), GoText.quote(name));
      }
    }
    seen.add(key);
  }
}
