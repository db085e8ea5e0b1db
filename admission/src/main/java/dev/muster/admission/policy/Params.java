package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.AdmissionregistrationV1.ParamKind;
import dev.muster.views.AdmissionregistrationV1.ParamRef;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The objects that a binding hands to its policy as {@code params}. */
final class Params {
  private final Cluster cluster;
  private final Kinds kinds;

  Params(Cluster cluster, Kinds kinds) {
    this.cluster = cluster;
    this.kinds = kinds;
  }

  /** Either all parameters (one empty entry where none are meant), or why there are none. */
  sealed interface Found {
    record Values(List<Optional<ObjectNode>> values) implements Found {}

    record Fault(String why) implements Found {}
  }

  private static final Found UNUSED = new Found.Values(List.of(Optional.empty()));

  /** Why none of a policy's bindings can be used, if that is so: nobody knows its parameters. */
  Optional<String> fault(ParamKind kind) {
    String apiVersion = kind.apiVersion().text();
    String name = kind.kind().text();
    return kind.absent() || kinds.byKind(apiVersion, name).isPresent()
        ? Optional.empty()
        : Optional.of(unknown(apiVersion, name));
  }

  private static String unknown(String apiVersion, String name) {
    return "failed to find resource referenced by paramKind: '"
        + (apiVersion.contains("/") ? apiVersion : "/" + apiVersion)
        + ", Kind="
        + name
        + "'";
  }

  Found find(ParamKind paramKind, ParamRef ref, String requestNamespace) {
    if (paramKind.absent() || ref.absent()) {
      return UNUSED;
    }
    String apiVersion = paramKind.apiVersion().text();
    String name = paramKind.kind().text();
    Optional<Kind> kind = kinds.byKind(apiVersion, name);
    if (kind.isEmpty()) {
      return new Found.Fault(unknown(apiVersion, name));
    }
    String namespace = ref.namespace().text();
    if (kind.get().namespaced() && namespace.isEmpty()) {
      namespace = requestNamespace;
      if (namespace.isEmpty()) {
        return new Found.Fault(
            "cannot use namespaced paramRef in policy binding that matches cluster-scoped"
                + " resources");
      }
    } else if (!kind.get().namespaced() && !namespace.isEmpty()) {
      return new Found.Fault(
          "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    }
    List<Optional<ObjectNode>> found = select(kind.get(), ref, namespace);
    return found.isEmpty() && ref.parameterNotFoundAction().text().equals("Deny")
        ? new Found.Fault("no params found for policy binding with `Deny` parameterNotFoundAction")
        : new Found.Values(found);
  }

  private List<Optional<ObjectNode>> select(Kind kind, ParamRef ref, String namespace) {
    List<Optional<ObjectNode>> out = new ArrayList<>();
    String name = ref.name().text();
    if (!name.isEmpty()) {
      Optional<ObjectNode> one = cluster.get(kind.apiVersion(), kind.kind(), namespace, name);
      if (one.isPresent()) {
        out.add(one);
      }
      return out;
    }
    for (ObjectNode candidate : cluster.list(kind.apiVersion(), kind.kind(), namespace)) {
      At labels = ObjectMeta.ofObject(candidate).labels();
      if (LabelSelectors.matches(ref.selector(), labels)) {
        out.add(Optional.of(candidate));
      }
    }
    return out;
  }
}
