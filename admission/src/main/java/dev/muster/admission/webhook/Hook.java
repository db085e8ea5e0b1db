package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.admission.matching.RequestMatcher;
import dev.muster.cel.ExpressionCompiler;
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

  static Hook of(JsonNode hook) {
    JsonNode conditions = hook.path("matchConditions");
    boolean v1 = false;
    for (JsonNode version : hook.path("admissionReviewVersions")) {
      v1 |= version.asText().equals("v1");
    }
    return new Hook(
        hook.path("name").asText(),
        RequestMatcher.webhook(hook),
        conditions.isEmpty()
            ? Optional.empty()
            : Optional.of(MatchConditions.compile(conditions, new ExpressionCompiler(false))),
        WebhookClient.Endpoint.of(hook.path("clientConfig")),
        Duration.ofSeconds(hook.path("timeoutSeconds").asLong(10)),
        hook.path("failurePolicy").asText().equals("Ignore"),
        hook.path("reinvocationPolicy").asText().equals("IfNeeded"),
        v1 ? "v1" : "v1beta1");
  }
}
