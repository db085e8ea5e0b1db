package dev.muster.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Trees;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewStatus;
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
              review(request).tree().toString().getBytes(StandardCharsets.UTF_8),
              TIMEOUT,
              LONGEST);
      if (answer.code() != 200 && answer.code() != 201) {
        return undecided("SubjectAccessReview: HTTP " + answer.code());
      }
      SubjectAccessReviewStatus status =
          SubjectAccessReview.of(Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8)))
              .status();
      String reason = status.reason().text();
      return status.allowed().truth()
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

  private static MutableSubjectAccessReview review(Attributes request) {
    MutableSubjectAccessReview review =
        MutableSubjectAccessReview.create()
            .apiVersion("authorization.k8s.io/v1")
            .kind("SubjectAccessReview");
    MutableSubjectAccessReviewSpec spec = review.spec().ensure();
    spec.resourceAttributes()
        .ensure()
        .verb(request.verb())
        .group(request.apiGroup())
        .version(request.apiVersion())
        .resource(request.resource())
        .namespace(request.namespace())
        .name(request.name());
    spec.user(request.user().name());
    if (!request.user().uid().isEmpty()) {
      spec.uid(request.user().uid());
    }
    ArrayNode groups = spec.groups().list();
    request.user().groups().forEach(groups::add);
    if (!request.user().extra().isEmpty()) {
      ObjectNode extra = spec.extra().map();
      request.user().extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return review;
  }
}
