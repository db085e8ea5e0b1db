package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import java.io.IOException;
import java.util.List;

/** Answers of a cluster: its own authorizers decide, its roles and bindings explain. */
final class LiveAnswers implements AnswerSource {
  private final ClusterApi cluster;
  private final ServerReviews reviews;

  /** Whether questions are about whoever asks. */
  private final boolean oneself;

  LiveAnswers(ClusterApi cluster, boolean oneself) {
    this.cluster = cluster;
    this.reviews = new ServerReviews(cluster);
    this.oneself = oneself;
  }

  @Override
  public List<String> namespacesOf(User user) throws IOException, InterruptedException {
    return questions().namespacesOf(user);
  }

  /** A disagreement is looked at twice: roles may have changed between the two questions. */
  @Override
  public AccessAnswer ask(Attributes request) throws IOException, InterruptedException {
    AccessAnswer first = askOnce(request);
    return first instanceof AccessAnswer.Contradicted ? askOnce(request) : first;
  }

  private AccessAnswer askOnce(Attributes request) throws IOException, InterruptedException {
    ServerAnswer said;
    try {
      said = oneself ? reviews.askForOneself(request) : reviews.ask(request);
    } catch (RefusedException e) {
      return new AccessAnswer.Unconfirmed(explain(request), e.sentence());
    }
    if (said.allowed() && request.user().groups().contains(User.MASTERS)) {
      return new AccessAnswer.Masters();
    }
    try {
      return AccessAnswer.of(said, explain(request));
    } catch (RefusedException e) {
      return new AccessAnswer.Unexplained(said, e.sentence());
    }
  }

  private Explanation explain(Attributes request) throws IOException, InterruptedException {
    return questions().why(request);
  }

  private PolicyQuestions questions() throws IOException, InterruptedException {
    return new PolicyQuestions(RbacPolicy.of(cluster).snapshot());
  }
}
