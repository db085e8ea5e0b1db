package dev.muster.admission.matching;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.cel.AccessCheck;
import java.util.HashMap;
import java.util.Map;

/** What expressions ask about access, put to the authorizers; the same question once a request. */
final class AccessQuestions implements AccessCheck {
  private final Authorizer authorizer;
  private final User requester;
  private final Map<Question, Answer> known = new HashMap<>();

  AccessQuestions(Authorizer authorizer, User requester) {
    this.authorizer = authorizer;
    this.requester = requester;
  }

  @Override
  public Answer check(Question question) {
    return known.computeIfAbsent(question, this::ask);
  }

  private Answer ask(Question q) {
    User user = q.who().isRequester() ? requester : serviceAccount(q.who());
    Attributes asked =
        q.path().isEmpty()
            ? Attributes.resource(
                user,
                q.verb(),
                q.group(),
                "*",
                q.resource(),
                q.subresource(),
                q.namespace(),
                q.name())
            : Attributes.nonResource(user, q.verb(), q.path());
    Decision decision = authorizer.authorize(asked);
    return new Answer(
        decision.allowed(), decision.reason(), String.join("; ", decision.problems()));
  }

  private static User serviceAccount(Who who) {
    return User.authenticated(
        new ServiceAccountName(who.serviceAccountNamespace(), who.serviceAccount()));
  }
}
