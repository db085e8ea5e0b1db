package dev.muster.apiserver.access;

import dev.muster.apiserver.handlers.Refusals;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.http.Exchange;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
import dev.muster.model.status.Status.Details;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Explains refusals: to the audit log in one line, and to whoever may ask for explanations anyway
 * in the details of the Status.
 *
 * <p>INVARIANT: nobody else's refusal says a word about roles and bindings.
 */
public final class RefusalExplanations implements Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalExplanations.class);
  private static final String UNAUTHENTICATED = "system:unauthenticated";
  private static final int LONGEST = 1_000;
  private static final int MOST_MISSES = 3;

  private final DecidingChain chain;
  private final AccessObserver observer;
  private final ExplanationRate rate;

  public RefusalExplanations(DecidingChain chain, AccessObserver observer, InstantSource clock) {
    this.chain = chain;
    this.observer = observer;
    this.rate = new ExplanationRate(clock);
  }

  @Override
  public long now() {
    return chain.policies().revision();
  }

  @Override
  public Status refused(
      Exchange exchange, Attributes request, Decision decision, long asked, Status plain) {
    try {
      return explained(exchange, request, decision, asked, plain);
    } catch (RuntimeException e) {
      LOG.warn("a refusal stays unexplained", e);
      return plain;
    }
  }

  private Status explained(
      Exchange exchange, Attributes request, Decision decision, long asked, Status plain) {
    PolicyAt policy = chain.policies().latest();
    boolean byRole = chain.with(policy, pinned -> pinned.has(DecidingChain.RBAC));
    // roles that allow it by now were written after the decision
    boolean since = byRole && policy.policy().authorize(request).allowed();
    long revision = since ? asked : policy.revision();
    observer.explained(exchange, () -> RefusalLine.of(request, decision, policy, byRole), revision);
    boolean rolesMatter = byRole && !since && !(decision instanceof Decision.Deny);
    if (!rolesMatter || !mayBeTold(request.user(), policy)) {
      return plain;
    }
    return with(plain, causes(request, policy));
  }

  /** Others than roles are asked only about those whom roles allow it: they may be far away. */
  private boolean mayBeTold(User user, PolicyAt policy) {
    Attributes asking =
        Attributes.resource(
            user, "create", AccessGroupReviews.GROUP, "v1", "accessexplanations", "", "", "");
    return !user.groups().contains(UNAUTHENTICATED)
        && policy.policy().authorize(asking).allowed()
        && rate.takeForUser(user.name())
        && rate.takeForAll()
        && chain.authorize(asking).allowed();
  }

  private static List<FieldError> causes(Attributes request, PolicyAt policy) {
    List<FieldError> causes = new ArrayList<>();
    if (new PolicyQuestions(policy.policy()).why(request) instanceof Explanation.Refused refused) {
      refused.nearest().stream()
          .limit(MOST_MISSES)
          .forEach(miss -> add(causes, "NearestGrant", miss.describe()));
      refused.fixes().stream().findFirst().ifPresent(fix -> add(causes, "Fix", fix.describe()));
      refused.problems().stream().findFirst().ifPresent(text -> add(causes, "Problem", text));
      add(
          causes,
          "SmallestGrant",
          "a "
              + refused.smallest().role().key().kind().kind()
              + " with "
              + refused.smallest().role().rules().getFirst().compact()
              + ", bound to the user; an AccessExplanation has it whole, at revision "
              + policy.revision());
    }
    return causes;
  }

  private static void add(List<FieldError> causes, String reason, String text) {
    causes.add(new FieldError(reason, "", OneLine.of(text, LONGEST)));
  }

  private static Status with(Status plain, List<FieldError> causes) {
    Details about = plain.details();
    return new Status(
        plain.code(),
        plain.reason(),
        plain.message(),
        new Details(
            about.name(),
            about.group(),
            about.kind(),
            about.uid(),
            causes,
            about.retryAfterSeconds()));
  }
}
