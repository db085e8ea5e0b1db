package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.apiserver.authn.Impersonation;
import dev.muster.apiserver.authn.ImpersonationTarget;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What admission would say to a write: a dry run as the user that a question is about.
 *
 * <p>INVARIANT: nothing is tried that whoever asks could not try by a request of their own. A dry
 * run tells of quotas, of other objects and of what admission fills in; so it is made only of what
 * authorization allows, for oneself or for somebody whom one may impersonate.
 */
public final class AdmissionTrial {
  private static final Set<String> WRITES =
      Set.of("create", "update", "patch", "delete", "deletecollection");
  private static final Set<String> TRIED = Set.of("create", "update");

  private final Authorizer authorizer;
  private final DryWrites writes;

  public AdmissionTrial(Authorizer authorizer, DryWrites writes) {
    this.authorizer = authorizer;
    this.writes = writes;
  }

  /**
   * A write.
   *
   * @param asker who wants to know
   * @param oneself whether they ask about themselves
   * @param object what is written; missing if it was not given
   * @param past whether the question is about another time than now
   */
  record Question(User asker, boolean oneself, Attributes request, JsonNode object, boolean past) {}

  /**
   * What came of it.
   *
   * @param object as it would be written, or else as it was given; missing if it was not
   */
  record Outcome(List<Station> stations, JsonNode object) {
    Outcome {
      stations = List.copyOf(stations);
    }
  }

  /** Tries it, if that may be. */
  Outcome of(Question question, boolean authorized) {
    Attributes request = question.request();
    if (!request.resourceRequest() || !WRITES.contains(request.verb())) {
      return new Outcome(List.of(), MissingNode.getInstance());
    }
    Optional<String> obstacle = obstacle(question, authorized);
    return obstacle.isPresent()
        ? new Outcome(List.of(notAsked(obstacle.get())), question.object())
        : writes.attempt(request, question.object());
  }

  private Optional<String> obstacle(Question question, boolean authorized) {
    Attributes request = question.request();
    if (!TRIED.contains(request.verb()) || !request.subresource().isEmpty()) {
      return Optional.of("only create and update of whole objects are tried");
    }
    if (request.verb().equals("create") != request.name().isEmpty()) {
      return Optional.of("a create is asked without a name, and an update with one");
    }
    if (!question.object().isObject()) {
      return Optional.of("no object was given to try it with");
    }
    if (question.past()) {
      return Optional.of("what admission said in the past is not known");
    }
    if (!authorized) {
      return Optional.of("authorization refuses the request before");
    }
    if (question.oneself()) {
      return Optional.empty();
    }
    if (request.user().name().isEmpty()) {
      return Optional.of("it cannot be tried as nobody in particular");
    }
    return Impersonation.as(request.user()).targets().stream()
        .filter(target -> !mayImpersonate(question.asker(), target))
        .findFirst()
        .map(
            target ->
                "to try it as another, one has to be allowed to impersonate "
                    + target.resource()
                    + " "
                    + GoText.quote(target.name()));
  }

  private boolean mayImpersonate(User asker, ImpersonationTarget target) {
    return authorizer
        .authorize(
            Attributes.resource(
                asker,
                "impersonate",
                target.apiGroup(),
                target.apiVersion(),
                target.resource(),
                target.subresource(),
                target.namespace(),
                target.name()))
        .allowed();
  }

  private static Station notAsked(String why) {
    return Station.of(Stage.Admission, "DryRun", Verdict.NotAsked, why);
  }
}
