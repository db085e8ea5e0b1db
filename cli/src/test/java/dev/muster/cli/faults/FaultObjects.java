package dev.muster.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.testing.history.HistoryEvent;

/** The objects that clients write, each with the text of the write that made it what it is. */
final class FaultObjects {
  static final String NAMESPACE = "faults";
  static final String CONFIG_MAPS = "configmaps/" + NAMESPACE + "/";
  static final String BINDINGS = "rolebindings/" + NAMESPACE + "/";
  static final String ROLE = "reader";

  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/";

  private FaultObjects() {}

  /** Where all of a kind are, which the key belongs to. */
  static String collection(String key) {
    return key.startsWith(CONFIG_MAPS)
        ? "/api/v1/namespaces/" + NAMESPACE + "/configmaps"
        : RBAC + NAMESPACE + "/rolebindings";
  }

  static String path(String key) {
    return collection(key) + "/" + name(key);
  }

  static String name(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }

  /** A binding has the name of the user to whom it gives the role. */
  static String object(String key, String text, long revision) {
    String metadata =
        "\"metadata\":{\"name\":\"%s\",%s\"annotations\":{\"%s\":\"%s\"}}"
            .formatted(
                name(key),
                revision == 0 ? "" : "\"resourceVersion\":\"" + revision + "\",",
                EtcdLog.TEXT,
                text);
    return key.startsWith(CONFIG_MAPS)
        ? "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"," + metadata + "}"
        : ("{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"RoleBinding\","
                + metadata
                + ",\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\","
                + "\"name\":\"%s\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"%s\","
                + "\"apiGroup\":\"rbac.authorization.k8s.io\"}]}")
            .formatted(ROLE, name(key));
  }

  static String patch(String text) {
    return "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(EtcdLog.TEXT, text);
  }

  /** A question whether the user of a binding may do what the role allows. */
  static String review(String user) {
    return """
        {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"user":"%s",
        "resourceAttributes":{"verb":"get","resource":"configmaps","namespace":"%s"}}}
        """
        .formatted(user, NAMESPACE);
  }

  static String role() {
    return """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"%s"},
        "rules":[{"apiGroups":[""],"resources":["configmaps"],"verbs":["get"]}]}
        """
        .formatted(ROLE);
  }

  static String roles() {
    return RBAC + NAMESPACE + "/roles";
  }

  /** What a watch of config maps brought. */
  static HistoryEvent event(String type, JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return new HistoryEvent(
        metadata.path("resourceVersion").asLong(),
        CONFIG_MAPS + metadata.path("name").asText(),
        type.equals("DELETED")
            ? HistoryEvent.DELETED
            : metadata.at("/annotations/" + EtcdLog.TEXT).asText());
  }
}
