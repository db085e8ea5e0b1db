package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.PodResourceClaim;
import dev.muster.views.CoreV1.ResourceClaim;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** A pod's resource claims and the containers' references to them. */
final class ResourceClaims {

  private ResourceClaims() {}

  /** The names that are not empty. */
  static Set<String> names(ViewList<PodResourceClaim> claims) {
    Set<String> names = new TreeSet<>();
    claims.forEach(c -> names.add(c.name().text()));
    names.remove("");
    return names;
  }

  static void validate(ViewList<PodResourceClaim> claims, ObjectMeta metadata, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (PodResourceClaim claim : claims) {
      if (metadata.annotations().has(PodAnnotations.MIRROR)) {
        errors.forbidden(WholeObject.PATH, "static pods do not support resource claims");
        continue;
      }
      At name = claim.name();
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

  private static void source(PodResourceClaim claim, Errors errors) {
    At direct = claim.resourceClaimName();
    At template = claim.resourceClaimTemplateName();
    if (direct.present() && template.present()) {
      errors.invalid(
          claim.at().path(),
          internal(claim),
          "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    }
    if (direct.absent() && template.absent()) {
      errors.invalid(
          claim.at().path(),
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
  private static String internal(PodResourceClaim claim) {
    return "{\"Name\":"
        + GoText.quote(claim.name().text())
        + ",\"ResourceClaimName\":"
        + InvalidValue.of(claim.resourceClaimName().node())
        + ",\"ResourceClaimTemplateName\":"
        + InvalidValue.of(claim.resourceClaimTemplateName().node())
        + "}";
  }

  /** A container's references: each to a claim of the pod, none twice. */
  static void references(ViewList<ResourceClaim> claims, Set<String> podClaims, Errors errors) {
    NavigableSet<String> seen = new TreeSet<>();
    for (ResourceClaim claim : claims) {
      String name = claim.name().text();
      if (name.isEmpty()) {
        errors.required(claim.at().path(), "");
        continue;
      }
      if (seen.contains(name)) {
        errors.duplicate(claim.at().path(), GoText.quote(name));
      } else {
        request(claim, name, seen, errors);
      }
      if (!podClaims.contains(name) && !errors.full()) {
        String known =
            podClaims.isEmpty() ? " which is empty" : ": " + String.join(", ", podClaims);
        errors.notFound(
            claim.at().path(),
            GoText.quote(name) + ": must be one of the names in pod.spec.resourceClaims" + known);
      }
    }
  }

  private static void request(
      ResourceClaim claim, String name, NavigableSet<String> seen, Errors errors) {
    At request = claim.request();
    String key = name;
    if (!request.empty()) {
      Names.label(request.text(), false).forEach(f -> errors.invalid(request, f));
      key += "/" + request.text();
    }
    if (seen.contains(key)) {
      errors.duplicate(claim.at().path(), GoText.quote(key));
    } else if (request.empty()) {
      String prefix = name + "/";
      for (String other : seen.tailSet(prefix)) {
        if (!other.startsWith(prefix) || errors.full()) {
          break;
        }
        errors.duplicate(claim.at().path(), GoText.quote(name));
      }
    }
    seen.add(key);
  }
}
