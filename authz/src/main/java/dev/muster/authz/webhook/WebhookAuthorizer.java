package dev.muster.authz.webhook;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.util.List;

/**
 * Mode Webhook: a remote service decides what its conditions leave to it. A failure to learn its
 * opinion never allows; the failure policy says whether it denies. The failure is among the
 * problems then.
 */
public final class WebhookAuthorizer implements Authorizer, RuleResolver {
  private static final Rules UNKNOWN = Rules.unsupportedBy("webhook");
  private static final String NOT_ASKED =
      "the authorization webhook does not answer and is not asked for the moment";

  private final ReviewConditions conditions;
  private final WebhookFailurePolicy onFailure;
  private final ReviewJson json;
  private final ReviewClient client;
  private final AnswerCache cache;
  private final Breaker breaker;
  private final WebhookObserver observer;
  private final Timing timing;

  /** Asks one webhook and remembers its answers for as long as the settings say. */
  public WebhookAuthorizer(
      ReviewTransport transport,
      ReviewConditions conditions,
      WebhookSettings settings,
      WebhookObserver observer) {
    this(transport, conditions, settings, observer, Timing.REAL);
  }

  WebhookAuthorizer(
      ReviewTransport transport,
      ReviewConditions conditions,
      WebhookSettings settings,
      WebhookObserver observer,
      Timing timing) {
    this.conditions = conditions;
    this.onFailure = settings.onFailure();
    this.json = new ReviewJson(settings.version());
    this.breaker = new Breaker(settings.breaker(), timing::nanoTime, observer::breaker);
    this.client = new ReviewClient(transport, settings, breaker, observer, timing);
    this.cache =
        new AnswerCache(
            settings.cacheBytes(),
            settings.authorizedTtl(),
            settings.unauthorizedTtl(),
            timing::nanoTime);
    this.observer = observer;
    this.timing = timing;
    observer.breaker(true);
  }

  @Override
  public Decision authorize(Attributes request) {
    return switch (match(request)) {
      case ReviewConditions.Outcome.Applies yes -> decide(withoutPathOfResource(request));
      case ReviewConditions.Outcome.Excluded excluded -> Decision.NoOpinion.SILENT;
      case ReviewConditions.Outcome.Failed failed -> onFailure.decide(failed.problems());
    };
  }

  private ReviewConditions.Outcome match(Attributes request) {
    if (conditions == ReviewConditions.NONE) {
      return ReviewConditions.Outcome.Applies.YES;
    }
    long started = timing.nanoTime();
    ReviewConditions.Outcome outcome = conditions.evaluate(request);
    observer.matched(outcome, timing.nanoTime() - started);
    return outcome;
  }

  private Decision decide(Attributes question) {
    ReviewAnswer known = cache.get(question);
    observer.cache(known != null);
    if (known != null) {
      return known.decision();
    }
    byte[] review = json.write(question);
    return switch (breaker.enter()) {
      case ASK -> asked(question, review);
      case PROBE -> {
        timing.inBackground(() -> probe(question, review));
        yield notAsked();
      }
      case REFUSE -> notAsked();
    };
  }

  private Decision asked(Attributes question, byte[] review) {
    try {
      ReviewAnswer answer = client.ask(review, question.user().name());
      cache.put(question, answer);
      return answer.decision();
    } catch (ReviewFailure failure) {
      return failed(failure.result(), failure.getMessage());
    }
  }

  private Decision notAsked() {
    observer.refusedByBreaker();
    return failed("error", NOT_ASKED);
  }

  private Decision failed(String result, String problem) {
    observer.failed(result, problem);
    if (onFailure == WebhookFailurePolicy.NO_OPINION && !result.equals("canceled")) {
      observer.failedOpen(result);
    }
    return onFailure.decide(List.of(problem));
  }

  /** Nobody waits for the outcome: while a service is down, it costs its askers no time. */
  private void probe(Attributes question, byte[] review) {
    try {
      cache.put(question, client.probe(review, question.user().name()));
    } catch (ReviewFailure failure) {
      // the breaker knows, and so does the observer
    }
  }

  /** The service is not told it, so it must not tell answers apart. */
  private static Attributes withoutPathOfResource(Attributes a) {
    if (!a.resourceRequest() || a.path().isEmpty()) {
      return a;
    }
    return new Attributes(
        a.user(),
        a.verb(),
        true,
        a.apiGroup(),
        a.apiVersion(),
        a.resource(),
        a.subresource(),
        a.namespace(),
        a.name(),
        "",
        a.fieldSelector(),
        a.labelSelector());
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return UNKNOWN;
  }
}
