package dev.muster.access.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.access.question.KnownResources;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.base.Spelling;
import dev.muster.base.go.GoText;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The roles and bindings in documents; objects of other kinds are passed over.
 *
 * @param objects in the order of the documents, in the current version of their kinds
 * @param warnings each behind the place that it is about
 */
public record PolicyDocuments(List<RbacObject> objects, List<String> warnings) {
  private static final List<Kind> KNOWN = KubernetesKinds.kinds().known();

  private static final List<String> KINDS =
      Arrays.stream(RbacKind.values()).map(RbacKind::kind).toList();

  public PolicyDocuments {
    objects = List.copyOf(objects);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads them.
   *
   * @throws PolicyException if a role or binding has a value of a wrong type
   */
  public static PolicyDocuments read(List<PolicyDocument> documents, KnownResources resources) {
    List<RbacObject> objects = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (PolicyDocument document : documents) {
      String apiVersion = document.tree().path("apiVersion").asText();
      String kind = document.tree().path("kind").asText();
      Optional<Kind> known = known(apiVersion, kind);
      if (known.isPresent()) {
        objects.add(object(document, known.get(), resources, warnings));
      } else {
        strange(apiVersion, kind).ifPresent(w -> warnings.add(document.place() + ": " + w));
      }
    }
    return new PolicyDocuments(objects, warnings);
  }

  private static Optional<Kind> known(String apiVersion, String kind) {
    if (!apiVersion.startsWith(RoleRef.API_GROUP + "/")) {
      return Optional.empty();
    }
    return KNOWN.stream()
        .filter(k -> k.apiVersion().equals(apiVersion) && k.kind().equals(kind))
        .findFirst();
  }

  /** Of what is passed over: what seems to be meant for a role or binding. */
  private static Optional<String> strange(String apiVersion, String kind) {
    if (apiVersion.startsWith(RoleRef.API_GROUP + "/")) {
      return Optional.of(
          "passed over: there is no kind "
              + GoText.quote(kind)
              + " in "
              + apiVersion
              + Spelling.suggestion(kind, KINDS));
    }
    return KINDS.contains(kind)
        ? Optional.of(
            "passed over: a "
                + kind
                + " is of apiVersion "
                + RoleRef.API_GROUP
                + "/v1, not "
                + GoText.quote(apiVersion))
        : Optional.empty();
  }

  private static RbacObject object(
      PolicyDocument document, Kind kind, KnownResources resources, List<String> warnings) {
    Decoder.Decoded decoded;
    try {
      decoded = Decoder.decode(kind.type(), document.tree());
    } catch (DecodeException e) {
      throw new PolicyException(document.place() + ": " + e.getMessage());
    }
    ObjectNode current = kind.conversion().toStored(decoded.object());
    RbacObject object = RbacJson.read(RbacKind.ofKind(kind.kind()).orElseThrow(), current);
    decoded
        .issues()
        .forEach(issue -> warnings.add(document.place() + ": " + FieldHints.add(issue)));
    SuspiciousRules.of(object, resources)
        .forEach(warning -> warnings.add(document.place() + ": " + warning));
    return object;
  }
}
