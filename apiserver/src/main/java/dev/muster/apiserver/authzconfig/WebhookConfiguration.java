package dev.muster.apiserver.authzconfig;

import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.authz.webhook.WebhookFailurePolicy;
import dev.muster.authz.webhook.WebhookSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a webhook is asked.
 *
 * @param kubeconfig where the service is and who we are
 * @param timeout of one try
 * @param authorizedTtl how long an answer that allows is remembered; zero for not at all
 * @param unauthorizedTtl how long any other answer is
 * @param conditions which questions it is asked
 */
public record WebhookConfiguration(
    Path kubeconfig,
    ReviewVersion version,
    Duration timeout,
    Duration authorizedTtl,
    Duration unauthorizedTtl,
    WebhookFailurePolicy onFailure,
    ReviewConditions conditions) {

  WebhookSettings settings() {
    return WebhookSettings.of(version, authorizedTtl, unauthorizedTtl, onFailure, timeout);
  }
}
