package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.apiserver.authn.TokenClaims.Ref;
import dev.muster.model.field.At;
import dev.muster.model.status.Status;
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
   * @param reference a BoundObjectReference, or absent
   */
  static TokenBinding of(Cluster cluster, String namespace, String account, At reference) {
    if (reference.absent()) {
      return NONE;
    }
    String[] groupVersion = groupVersion(reference.text("apiVersion"));
    String kind = reference.text("kind");
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
      Cluster cluster, String namespace, String account, At reference) {
    ObjectNode pod = get(cluster, "Pod", "pods", namespace, reference);
    if (!pod.path("spec").path("serviceAccountName").asText().equals(account)) {
      throw Status.badRequest(
              "cannot bind token for serviceaccount \""
                  + account
                  + "\" to pod running with different serviceaccount name.")
          .exception();
    }
    Ref bound = ref(pod, reference);
    String nodeName = pod.path("spec").path("nodeName").asText();
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
            .map(node -> node.path("metadata").path("uid").asText())
            .orElse(""));
  }

  private static ObjectNode get(
      Cluster cluster, String kind, String plural, String namespace, At reference) {
    String name = reference.text("name");
    if (name.isEmpty()) {
      throw Status.badRequest("Name parameter required.").exception();
    }
    return cluster
        .get("v1", kind, namespace, name)
        .orElseThrow(() -> Status.notFound("", plural, name).exception());
  }

  private static Ref ref(ObjectNode object, At reference) {
    String wanted = reference.text("uid");
    String name = reference.text("name");
    String uid = object.path("metadata").path("uid").asText();
    if (!wanted.isEmpty() && !wanted.equals(uid)) {
      throw Status.conflict(
              "",
              reference.text("kind"),
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
