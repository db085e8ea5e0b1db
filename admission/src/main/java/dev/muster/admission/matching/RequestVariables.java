package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.cel.Bindings;
import dev.muster.cel.Expression;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AdmissionV1.MutableAdmissionRequest;
import dev.muster.views.AuthenticationV1.MutableUserInfo;
import dev.muster.views.MetaV1.MutableGroupVersionKind;
import dev.muster.views.MetaV1.MutableGroupVersionResource;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
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
    MutableAdmissionRequest out = MutableAdmissionRequest.create();
    out.kind(kind(versioned.carries())).resource(resource(versioned.version()));
    if (!request.subresource().isEmpty()) {
      out.subResource(request.subresource());
    }
    out.requestKind(kind(versioned.asked())).requestResource(resource(request.asked()));
    if (!request.subresource().isEmpty()) {
      out.requestSubResource(request.subresource());
    }
    out.name(request.name());
    // a namespace counts as being in itself
    String namespace =
        request.kind().qualifiedKind().equals("Namespace") ? request.name() : request.namespace();
    if (!namespace.isEmpty()) {
      out.namespace(namespace);
    }
    out.operation(request.operation().name());
    out.userInfo(user(request.user()));
    out.dryRun(request.dryRun());
    String options =
        switch (request.operation()) {
          case CREATE -> "CreateOptions";
          case UPDATE -> "UpdateOptions";
          case DELETE -> "DeleteOptions";
          case CONNECT -> "";
        };
    if (!options.isEmpty()) {
      ObjectNode given = out.options().map();
      MutablePartialObjectMetadata.of(given).kind(options).apiVersion("meta.k8s.io/v1");
      given.setAll(request.options());
    }
    return out.tree();
  }

  private static MutableGroupVersionKind kind(Target kind) {
    return MutableGroupVersionKind.create()
        .group(kind.group())
        .version(kind.version())
        .kind(kind.kind());
  }

  private static MutableGroupVersionResource resource(Kind kind) {
    return MutableGroupVersionResource.create()
        .group(kind.group())
        .version(kind.version())
        .resource(kind.plural());
  }

  private static MutableUserInfo user(User user) {
    MutableUserInfo out = MutableUserInfo.create().username(user.name());
    if (!user.uid().isEmpty()) {
      out.uid(user.uid());
    }
    ArrayNode groups = out.groups().list();
    user.groups().forEach(groups::add);
    if (!user.extra().isEmpty()) {
      ObjectNode extra = out.extra().map();
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return out;
  }
}
