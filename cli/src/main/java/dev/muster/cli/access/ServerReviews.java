package dev.muster.cli.access;

import dev.muster.access.answer.ServerAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.views.AuthenticationV1.MutableSelfSubjectReview;
import dev.muster.views.AuthenticationV1.SelfSubjectReview;
import dev.muster.views.AuthenticationV1.UserInfo;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewStatus;
import java.io.IOException;
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
    return review("subjectaccessreviews", "SubjectAccessReview", ReviewSpec.of(request));
  }

  /** Asks on one's own behalf, which everybody may. */
  ServerAnswer askForOneself(Attributes request) throws IOException, InterruptedException {
    return review(
        "selfsubjectaccessreviews", "SelfSubjectAccessReview", ReviewSpec.withoutUser(request));
  }

  /** Whom the server takes one for. */
  User oneself() throws IOException, InterruptedException {
    var review =
        MutableSelfSubjectReview.create()
            .apiVersion("authentication.k8s.io/v1")
            .kind("SelfSubjectReview");
    String path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    UserInfo info = SelfSubjectReview.of(cluster.post(path, review.tree())).status().userInfo();
    Map<String, List<String>> extra = new LinkedHashMap<>();
    info.extra().entries().forEach(each -> extra.put(each.getKey(), each.getValue().texts()));
    return new User(info.username().text(), info.uid().text(), info.groups().texts(), extra);
  }

  private ServerAnswer review(String resource, String kind, MutableSubjectAccessReviewSpec spec)
      throws IOException, InterruptedException {
    var review =
        MutableSubjectAccessReview.create()
            .apiVersion("authorization.k8s.io/v1")
            .kind(kind)
            .spec(spec);
    String path = "/apis/authorization.k8s.io/v1/" + resource;
    SubjectAccessReviewStatus status =
        SubjectAccessReview.of(cluster.post(path, review.tree())).status();
    return new ServerAnswer(
        status.allowed().truth(), status.reason().text(), status.evaluationError().text());
  }
}
