package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import java.io.IOException;
import java.util.Optional;

/** What a server itself explains, if it is one that does. */
final class ServerExplanations {
  private static final String API = "/apis/access.muster.dev/v1";

  private final ClusterApi cluster;

  ServerExplanations(ClusterApi cluster) {
    this.cluster = cluster;
  }

  /** What came of a question. */
  sealed interface Told {
    /** The status of an AccessExplanation. */
    record Explained(ObjectNode status) implements Told {}

    /** It does not explain, or not to this user. */
    record Not(String problem) implements Told {}
  }

  /**
   * Asks.
   *
   * @param oneself whether the question is about whoever asks
   * @param revision of the policy that is asked; empty for today's
   */
  Told ask(Attributes request, boolean oneself, Optional<ObjectNode> object, String revision)
      throws IOException, InterruptedException {
    if (!oneself && request.user().name().isEmpty()) {
      return new Told.Not("the server explains to users, not to groups");
    }
    try {
      cluster.get(API);
    } catch (RefusedException e) {
      return new Told.Not("the server has no explanations");
    }
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "access.muster.dev/v1")
            .put("kind", "AccessExplanation");
    ObjectNode spec = ServerReviews.spec(request);
    if (!oneself) {
      add(request.user(), spec);
    }
    object.ifPresent(tree -> spec.set("object", tree));
    if (!revision.isEmpty()) {
      spec.put("revision", revision);
    }
    body.set("spec", spec);
    try {
      JsonNode status = cluster.post(API + "/accessexplanations", body).path("status");
      return status instanceof ObjectNode told && told.path("allowed").isBoolean()
          ? new Told.Explained(told)
          : new Told.Not("the server's explanation has no answer");
    } catch (RefusedException e) {
      return new Told.Not(e.sentence());
    }
  }

  private static void add(User user, ObjectNode spec) {
    spec.put("user", user.name());
    if (!user.uid().isEmpty()) {
      spec.put("uid", user.uid());
    }
    user.groups().forEach(spec.putArray("groups")::add);
    ObjectNode extra = JsonNodeFactory.instance.objectNode();
    user.extra().forEach((key, values) -> values.forEach(extra.withArrayProperty(key)::add));
    if (!extra.isEmpty()) {
      spec.set("extra", extra);
    }
  }
}
