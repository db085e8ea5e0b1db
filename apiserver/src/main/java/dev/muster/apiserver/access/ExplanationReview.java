package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.access.answer.Station;
import dev.muster.access.tree.AnswerTree;
import dev.muster.access.tree.StationTree;
import dev.muster.apiserver.authzconfig.TracedDecision;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.model.field.Errors;
import dev.muster.views.AccessV1.AccessExplanation;
import dev.muster.views.AccessV1.AccessExplanationSpec;
import dev.muster.views.AccessV1.MutableAccessExplanation;
import dev.muster.views.AccessV1.MutableAccessExplanationStatus;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Why something is allowed or refused, station by station.
 *
 * <p>INVARIANT: it is decided once, by the authorizers that decide on requests, and explained by
 * the roles and bindings that they looked at: {@code allowed} is what a SubjectAccessReview says at
 * that revision.
 */
final class ExplanationReview implements Review {
  /** Of so many namespaces of the user it is told whether something is allowed in them. */
  private static final int MOST_NAMESPACES = 1_000;

  private final DecidingChain chain;
  private final AdmissionTrial trial;

  ExplanationReview(DecidingChain chain, AdmissionTrial trial) {
    this.chain = chain;
    this.trial = trial;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    AccessExplanationSpec spec = AccessExplanation.of(review).spec();
    AskedRequest.validate(spec, errors);
    AskedRevision.validate(spec.revision(), errors);
    AccessGroupReviews.refuse("AccessExplanation", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    AccessExplanationSpec spec = AccessExplanation.of(review).spec();
    SubjectAccessReviewSpec subject = new SubjectAccessReviewSpec(spec.at());
    boolean oneself = AccessGroupReviews.oneself(subject);
    User user = oneself ? asker : AccessQuestion.subject(subject);
    AccessQuestion question = AskedRequest.read(spec, user);
    PolicyAt policy = AskedRevision.policy(spec.revision(), chain.policies());
    TracedDecision traced = chain.with(policy, pinned -> pinned.trace(question.request()));
    AccessAnswer answer = answer(question, traced, policy);
    MutableAccessExplanationStatus status =
        MutableAccessExplanationStatus.of(
            AnswerTree.of(
                question.request(), answer, allowedIn(question.request(), answer, policy)));
    List<Station> stations = new ArrayList<>();
    stations.add(Stations.authentication(user, oneself));
    stations.addAll(Stations.authorization(traced));
    boolean past = AskedRevision.given(spec.revision());
    JsonNode object = GivenObject.of(spec);
    AdmissionTrial.Outcome tried =
        trial.of(
            new AdmissionTrial.Question(asker, oneself, question.request(), object, past),
            traced.decision().allowed());
    stations.addAll(tried.stations());
    ArrayNode identities = ContainerIdentities.of(question.request(), tried.object());
    stations.addAll(ContainerIdentities.stations(identities));
    status.stations(StationTree.of(stations));
    if (!identities.isEmpty()) {
      status.identity(identities);
    }
    if (past) {
      status
          .notes()
          .replaceList()
          .add("roles and bindings are those of the revision; other authorizers know only now");
    }
    status.revision(Long.toString(policy.revision()));
    return MutableAccessExplanation.of(review).status(status).tree();
  }

  /** The explanation of a decision. */
  static AccessAnswer answer(AccessQuestion question, TracedDecision traced, PolicyAt policy) {
    if (traced.privileged()) {
      return new AccessAnswer.Masters();
    }
    Decision decision = traced.decision();
    ServerAnswer server =
        new ServerAnswer(decision.allowed(), decision.reason(), question.evaluationError(decision));
    for (TracedDecision.Asked asked : traced.asked()) {
      if (asked.type().equals(DecidingChain.RBAC)) {
        return AccessAnswer.of(
            server, new PolicyQuestions(policy.policy()).why(question.request()));
      }
      if (asked.said().isPresent() && asked.said().get() instanceof Decision.Deny) {
        return new AccessAnswer.Unexplained(
            server, asked.shown() + " refuses it, whatever roles and bindings say");
      }
    }
    return new AccessAnswer.Unexplained(
        server, "no authorizer is of type RBAC: roles and bindings decide nothing here");
  }

  /** Where roles allow what they do not allow in the whole cluster. */
  private static List<String> allowedIn(Attributes request, AccessAnswer answer, PolicyAt policy) {
    boolean refused =
        answer instanceof AccessAnswer.Confirmed confirmed
            && confirmed.why() instanceof Explanation.Refused;
    if (!refused || !request.resourceRequest() || !request.namespace().isEmpty()) {
      return List.of();
    }
    return policy.policy().namespacesOf(request.user()).stream()
        .limit(MOST_NAMESPACES)
        .filter(in -> policy.policy().authorize(AskedRequest.in(in, request)).allowed())
        .toList();
  }
}
