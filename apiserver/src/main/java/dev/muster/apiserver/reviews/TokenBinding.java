package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.apiserver.authn.TokenClaims.Ref;
import dev.muster.model.status.Status;
import dev.muster.views.AuthenticationV1.BoundObjectReference;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Optional;

/**
 * The objects that a token names.
 *
 * @param node what the token is bound to, or where its pod runs
 */
record TokenBinding(Optional<Ref> pod, Optional<Ref> secret, Optional<Ref> node) {
  private static final TokenBinding NONE =
      new TokenBinding(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * @param reference may be absent
   */
  static TokenBinding of(
      Cluster cluster, String namespace, String account, BoundObjectReference reference) {
    if (reference.absent()) {
      return NONE;
    }
    String[] groupVersion = groupVersion(reference.apiVersion().text());
    String kind = reference.kind().text();
    String known = groupVersion[0].isEmpty() ? kind : "";
    return switch (known) {
      case "Pod" -> toPod(cluster, namespace, account, reference);
      case "Secret" -> {
        ObjectNode secret = get(cluster, "Secret", "secrets", namespace, reference);
        yield new TokenBinding(
            Optional.empty(), Optional.of(ref(secret, reference)), Optional.empty());
      }
      case "Node" -> {
        ObjectNode node = get(cluster, "Node", "nodes", "", reference);
        yield new TokenBinding(
            Optional.empty(), Optional.empty(), Optional.of(ref(node, reference)));
      }
      default ->
          throw Status.badRequest(
                  "cannot bind token to object of type "
                      + String.join("/", groupVersion)
                      + ", Kind="
                      + kind)
              .exception();
    };
  }

  private static TokenBinding toPod(
      Cluster cluster, String namespace, String account, BoundObjectReference reference) {
    ObjectNode found = get(cluster, "Pod", "pods", namespace, reference);
    Pod pod = Pod.of(found);
    if (!pod.spec().serviceAccountName().text().equals(account)) {
      throw Status.badRequest(
              "cannot bind token for serviceaccount \""
                  + account
                  + "\" to pod running with different serviceaccount name.")
          .exception();
    }
    Ref bound = ref(found, reference);
    String nodeName = pod.spec().nodeName().text();
    return new TokenBinding(
        Optional.of(bound),
        Optional.empty(),
        nodeName.isEmpty() ? Optional.empty() : Optional.of(node(cluster, nodeName)));
  }

  /** A node that does not exist is named all the same. */
  private static Ref node(Cluster cluster, String name) {
    return new Ref(
        name,
        cluster
            .get("v1", "Node", "", name)
            .map(node -> Node.of(node).metadata().uid().text())
            .orElse(""));
  }

  private static ObjectNode get(
      Cluster cluster,
      String kind,
      String plural,
      String namespace,
      BoundObjectReference reference) {
    String name = reference.name().text();
    if (name.isEmpty()) {
      throw Status.badRequest("Name parameter required.").exception();
    }
    return cluster
        .get("v1", kind, namespace, name)
        .orElseThrow(() -> Status.notFound("", plural, name).exception());
  }

  private static Ref ref(ObjectNode object, BoundObjectReference reference) {
    String wanted = reference.uid().text();
    String name = reference.name().text();
    String uid = ObjectMeta.ofObject(object).uid().text();
    if (!wanted.isEmpty() && !wanted.equals(uid)) {
      throw Status.conflict(
              "",
              reference.kind().text(),
              name,
              "the UID in the bound object reference ("
                  + wanted
                  + ") does not match the UID in record. The object might have been deleted and then recreated")
          .exception();
    }
    return new Ref(name, uid);
  }

  /** Group and version; both empty if that is not what the text holds. */
  private static String[] groupVersion(String apiVersion) {
    String[] parts = apiVersion.split("/", -1);
    return switch (parts.length) {
      case 1 -> new String[] {"", parts[0]};
      case 2 -> parts;
      default -> new String[] {"", ""};
    };
  }
}
