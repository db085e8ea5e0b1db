package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Asks the cluster who may do what; without an answer nobody may. */
final class AccessReviews implements Authorizer {
  private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int LONGEST = 1 << 20;

  private final RemoteServer server;

  AccessReviews(RemoteServer server) {
    this.server = server;
  }

  /** The cluster said so. */
  private record Reviewed(String reason) implements Grant {
    @Override
    public String describe() {
      return "SubjectAccessReview: " + reason;
    }
  }

  @Override
  public Decision authorize(Attributes request) {
    try {
      RemoteServer.Answer answer =
          server.send(
              PATH,
              question(request).toString().getBytes(StandardCharsets.UTF_8),
              TIMEOUT,
              LONGEST);
      if (answer.code() != 200 && answer.code() != 201) {
        return undecided("SubjectAccessReview: HTTP " + answer.code());
      }
      JsonNode status = Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8)).path("status");
      String reason = status.path("reason").asText();
      return status.path("allowed").asBoolean()
          ? new Decision.Allow(new Reviewed(reason), reason)
          : new Decision.NoOpinion(reason, List.of());
    } catch (IOException e) {
      return undecided("SubjectAccessReview: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return undecided("interrupted");
    }
  }

  private static Decision undecided(String why) {
    return new Decision.NoOpinion("", List.of(why));
  }

  private static ObjectNode question(Attributes request) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec");
    spec.putObject("resourceAttributes")
        .put("verb", request.verb())
        .put("group", request.apiGroup())
        .put("version", request.apiVersion())
        .put("resource", request.resource())
        .put("namespace", request.namespace())
        .put("name", request.name());
    spec.put("user", request.user().name());
    if (!request.user().uid().isEmpty()) {
      spec.put("uid", request.user().uid());
    }
    ArrayNode groups = spec.putArray("groups");
    request.user().groups().forEach(groups::add);
    if (!request.user().extra().isEmpty()) {
      ObjectNode extra = spec.putObject("extra");
      request.user().extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return review;
  }
}
