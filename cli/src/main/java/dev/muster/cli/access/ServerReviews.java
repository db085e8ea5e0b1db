package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a server's own authorizers say. */
final class ServerReviews {
  private final ClusterApi cluster;

  ServerReviews(ClusterApi cluster) {
    this.cluster = cluster;
  }

  /**
   * Asks on somebody's behalf.
   *
   * @throws IOException with the server's words, if it does not answer
   */
  ServerAnswer ask(Attributes request) throws IOException, InterruptedException {
    ObjectNode spec = spec(request);
    User user = request.user();
    spec.put("user", user.name()).put("uid", user.uid());
    user.groups().forEach(spec.putArray("groups")::add);
    ObjectNode extra = spec.putObject("extra");
    user.extra().forEach((key, values) -> values.forEach(extra.withArray("/" + pointer(key))::add));
    return status(review("subjectaccessreviews", "SubjectAccessReview", spec));
  }

  /** Asks on one's own behalf, which everybody may. */
  ServerAnswer askForOneself(Attributes request) throws IOException, InterruptedException {
    return status(review("selfsubjectaccessreviews", "SelfSubjectAccessReview", spec(request)));
  }

  /** Whom the server takes one for. */
  User oneself() throws IOException, InterruptedException {
    JsonNode info =
        cluster
            .post(
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                object("authentication.k8s.io/v1", "SelfSubjectReview"))
            .at("/status/userInfo");
    List<String> groups = new ArrayList<>();
    info.path("groups").forEach(group -> groups.add(group.asText()));
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : info.path("extra").properties()) {
      List<String> values = new ArrayList<>();
      entry.getValue().forEach(value -> values.add(value.asText()));
      extra.put(entry.getKey(), values);
    }
    return new User(info.path("username").asText(), info.path("uid").asText(), groups, extra);
  }

  private static String pointer(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }

  /** What is asked, without who would do it. */
  static ObjectNode spec(Attributes a) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    if (!a.resourceRequest()) {
      spec.putObject("nonResourceAttributes").put("path", a.path()).put("verb", a.verb());
      return spec;
    }
    ObjectNode attributes = spec.putObject("resourceAttributes");
    select("fieldSelector", a.fieldSelector(), attributes);
    select("labelSelector", a.labelSelector(), attributes);
    attributes
        .put("namespace", a.namespace())
        .put("verb", a.verb())
        .put("group", a.apiGroup())
        .put("version", a.apiVersion())
        .put("resource", a.resource())
        .put("subresource", a.subresource())
        .put("name", a.name());
    return spec;
  }

  private static void select(
      String field, List<SelectorRequirement> requirements, ObjectNode attributes) {
    for (SelectorRequirement requirement : requirements) {
      ObjectNode entry =
          attributes.withObjectProperty(field).withArrayProperty("requirements").addObject();
      entry.put("key", requirement.key()).put("operator", requirement.operator());
      requirement.values().forEach(entry.withArrayProperty("values")::add);
    }
  }

  private JsonNode review(String resource, String kind, ObjectNode spec)
      throws IOException, InterruptedException {
    ObjectNode review = object("authorization.k8s.io/v1", kind);
    review.set("spec", spec);
    return cluster.post("/apis/authorization.k8s.io/v1/" + resource, review).path("status");
  }

  private static ServerAnswer status(JsonNode status) {
    return new ServerAnswer(
        status.path("allowed").asBoolean(),
        status.path("reason").asText(),
        status.path("evaluationError").asText());
  }

  private static ObjectNode object(String apiVersion, String kind) {
    return JsonNodeFactory.instance.objectNode().put("apiVersion", apiVersion).put("kind", kind);
  }
}
