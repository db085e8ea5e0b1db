package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.api.cel.Bindings;
import dev.muster.api.cel.Expression;
import dev.muster.api.kinds.Kind;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as expressions see it. Immutable; made once for each request. */
public final class RequestVariables {
  private final AdmissionRequest request;
  private final ObjectNode described;
  private final @Nullable ObjectNode namespace;
  private final AccessQuestions access;

  public RequestVariables(AdmissionRequest request, Cluster cluster, Authorizer authorizer) {
    this.request = request;
    this.described = describe(request);
    boolean inNamespace =
        !request.namespace().isEmpty() && !request.kind().qualifiedKind().equals("Namespace");
    this.namespace =
        inNamespace ? cluster.get("v1", "Namespace", "", request.namespace()).orElse(null) : null;
    this.access = new AccessQuestions(authorizer, request.user());
  }

  /** For one evaluation. */
  public Bindings bindings(Map<String, Expression> definitions, @Nullable JsonNode params) {
    Kind kind = request.kind();
    return new Bindings(definitions)
        .with("object", request.object())
        .with("oldObject", request.old())
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
  public static ObjectNode describe(AdmissionRequest request) {
    Kind kind = request.kind();
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String field : List.of("kind", "requestKind")) {
      out.putObject(field)
          .put("group", kind.group())
          .put("version", kind.version())
          .put("kind", kind.kind());
    }
    for (String field : List.of("resource", "requestResource")) {
      out.putObject(field)
          .put("group", kind.group())
          .put("version", kind.version())
          .put("resource", kind.plural());
    }
    if (!request.subresource().isEmpty()) {
      out.put("subResource", request.subresource());
      out.put("requestSubResource", request.subresource());
    }
    out.put("name", request.name());
    if (!request.namespace().isEmpty()) {
      out.put("namespace", request.namespace());
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
      out.putObject("options").put("kind", options).put("apiVersion", "meta.k8s.io/v1");
    }
    return out;
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
