package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.cel.Bindings;
import dev.muster.cel.Expression;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as expressions see it. Immutable; made once for each version of a request. */
public final class RequestVariables {
  private final VersionedRequest versioned;
  private final AdmissionRequest request;
  private final ObjectNode described;
  private final @Nullable ObjectNode namespace;
  private final AccessQuestions access;

  public RequestVariables(VersionedRequest versioned, Cluster cluster, Authorizer authorizer) {
    this.versioned = versioned;
    this.request = versioned.request();
    this.described = describe(versioned);
    boolean inNamespace =
        !request.namespace().isEmpty() && !request.kind().qualifiedKind().equals("Namespace");
    this.namespace =
        inNamespace ? cluster.get("v1", "Namespace", "", request.namespace()).orElse(null) : null;
    this.access = new AccessQuestions(authorizer, request.user());
  }

  /** For one evaluation. */
  public Bindings bindings(Map<String, Expression> definitions, @Nullable JsonNode params) {
    Kind kind = request.asked();
    return new Bindings(definitions)
        .with("object", versioned.object())
        .with("oldObject", versioned.old())
        .with("request", described)
        .with("params", params)
        .withNamespace(namespace)
        .withAuthorizer(
            access,
            kind.group(),
            kind.plural(),
            request.subresource(),
            request.namespace(),
            request.name());
  }

  /** The fields of an AdmissionRequest, without the objects. */
  public static ObjectNode describe(VersionedRequest versioned) {
    AdmissionRequest request = versioned.request();
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    putKind(out, "kind", versioned.carries());
    putResource(out, "resource", versioned.version());
    if (!request.subresource().isEmpty()) {
      out.put("subResource", request.subresource());
    }
    putKind(out, "requestKind", versioned.asked());
    putResource(out, "requestResource", request.asked());
    if (!request.subresource().isEmpty()) {
      out.put("requestSubResource", request.subresource());
    }
    out.put("name", request.name());
    // a namespace counts as being in itself
    String namespace =
        request.kind().qualifiedKind().equals("Namespace") ? request.name() : request.namespace();
    if (!namespace.isEmpty()) {
      out.put("namespace", namespace);
    }
    out.put("operation", request.operation().name());
    out.set("userInfo", user(request.user()));
    out.put("dryRun", request.dryRun());
    String options =
        switch (request.operation()) {
          case CREATE -> "CreateOptions";
          case UPDATE -> "UpdateOptions";
          case DELETE -> "DeleteOptions";
          case CONNECT -> "";
        };
    if (!options.isEmpty()) {
      ObjectNode given = out.putObject("options");
      given.put("kind", options).put("apiVersion", "meta.k8s.io/v1");
      given.setAll(request.options());
    }
    return out;
  }

  private static void putKind(ObjectNode out, String field, Target kind) {
    out.putObject(field)
        .put("group", kind.group())
        .put("version", kind.version())
        .put("kind", kind.kind());
  }

  private static void putResource(ObjectNode out, String field, Kind kind) {
    out.putObject(field)
        .put("group", kind.group())
        .put("version", kind.version())
        .put("resource", kind.plural());
  }

  private static ObjectNode user(User user) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("username", user.name());
    if (!user.uid().isEmpty()) {
      out.put("uid", user.uid());
    }
    ArrayNode groups = out.putArray("groups");
    user.groups().forEach(groups::add);
    if (!user.extra().isEmpty()) {
      ObjectNode extra = out.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return out;
  }
}
