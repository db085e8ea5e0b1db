package dev.muster.admission.webhook;

import dev.muster.admission.Cluster;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.admission.matching.RequestVariables;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.authz.Authorizer;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.status.Status;
import java.util.Map;
import java.util.Optional;

/** Asks one webhook. */
final class WebhookCaller {
  private final Cluster cluster;
  private final Authorizer authorizer;
  private final WebhookClient client;

  WebhookCaller(Cluster cluster, Authorizer authorizer, WebhookClient client) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.client = client;
  }

  /** For the thread that the request's work is done in. */
  HookAnswer ask(HookIndex.Match match) {
    Deadline.check();
    HookAnswer answer = ask(match, Deadline.current());
    // INVARIANT: that the request's own time is over is nothing to be forgiven
    Deadline.check();
    return answer;
  }

  /**
   * A failure that the webhook's policy forgives counts as if it had been left out.
   *
   * @param deadline for how long the answer is waited for, at most; not checked here
   */
  HookAnswer ask(HookIndex.Match match, Deadline deadline) {
    HookAnswer answer = answer(match.hook(), match.request(), deadline);
    return answer instanceof HookAnswer.Failed && match.hook().lenient()
        ? new HookAnswer.Skipped()
        : answer;
  }

  private HookAnswer answer(Hook hook, VersionedRequest request, Deadline deadline) {
    Optional<MatchConditions> conditions = hook.conditions();
    if (conditions.isPresent()) {
      RequestVariables variables = new RequestVariables(request, cluster, authorizer);
      switch (conditions.get().evaluate(variables.bindings(Map.of(), null))) {
        case MatchConditions.Outcome.Decided decided -> {
          if (!decided.matches()) {
            return new HookAnswer.Skipped();
          }
        }
        case MatchConditions.Outcome.Undecided undecided -> {
          return new HookAnswer.Failed(undecided.why());
        }
      }
    }
    WebhookReview review = new WebhookReview(hook, request);
    try {
      return review.answer(
          client.post(hook.endpoint(), review.question(), deadline.left(hook.timeout())));
    } catch (WebhookClient.CallException e) {
      return new HookAnswer.Failed("failed to call webhook: " + e.getMessage());
    }
  }

  static RuntimeException failure(Hook hook, HookAnswer.Failed failed) {
    return Status.internal("failed calling webhook \"" + hook.name() + "\": " + failed.why())
        .exception();
  }
}
