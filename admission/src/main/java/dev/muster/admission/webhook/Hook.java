package dev.muster.admission.webhook;

import dev.muster.admission.matching.MatchConditions;
import dev.muster.admission.matching.RequestMatcher;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.model.field.At;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhook;
import java.time.Duration;
import java.util.Optional;

/**
 * One webhook of a configuration.
 *
 * @param lenient whether a failed call counts as an admission
 * @param again whether it wants to see what webhooks after it changed
 * @param version of the review that its server understands
 */
record Hook(
    String name,
    RequestMatcher matcher,
    Optional<MatchConditions> conditions,
    WebhookClient.Endpoint endpoint,
    Duration timeout,
    boolean lenient,
    boolean again,
    String version) {

  /** A webhook of either kind: what validating ones have, mutating ones have as well. */
  static Hook of(MutatingWebhook hook) {
    At timeout = hook.timeoutSeconds();
    return new Hook(
        hook.name().text(),
        RequestMatcher.webhook(hook),
        hook.matchConditions().isEmpty()
            ? Optional.empty()
            : Optional.of(
                MatchConditions.compile(hook.matchConditions(), new ExpressionCompiler(false))),
        WebhookClient.Endpoint.of(hook.clientConfig()),
        Duration.ofSeconds(timeout.present() ? timeout.number() : 10),
        hook.failurePolicy().text().equals("Ignore"),
        hook.reinvocationPolicy().text().equals("IfNeeded"),
        hook.admissionReviewVersions().texts().contains("v1") ? "v1" : "v1beta1");
  }
}
