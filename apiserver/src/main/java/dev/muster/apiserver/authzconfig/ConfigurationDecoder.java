package dev.muster.apiserver.authzconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.ServerConfigDecoder;
import dev.muster.base.go.GoDuration;
import dev.muster.model.codec.ConfigDecoder;
import dev.muster.model.codec.DecodeException;
import java.time.Duration;
import java.util.List;

/** From a file's bytes to an AuthorizationConfiguration with defaults, as a canonical tree. */
final class ConfigurationDecoder {
  private static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");

  private static final List<String> DURATIONS =
      List.of("authorizedTTL", "unauthorizedTTL", "timeout");
  private static final String AUTHORIZED_TTL = "5m0s";
  private static final String UNAUTHORIZED_TTL = "30s";

  private static final List<String> TYPES =
      """
      AuthorizationConfiguration
        kind string
        apiVersion string
        authorizers []AuthorizerConfiguration
      AuthorizerConfiguration
        type string
        name string
        webhook *WebhookConfiguration
      WebhookConfiguration
        authorizedTTL duration
        cacheAuthorizedRequests *bool
        unauthorizedTTL duration
        cacheUnauthorizedRequests *bool
        timeout duration
        subjectAccessReviewVersion string
        matchConditionSubjectAccessReviewVersion string
        failurePolicy string
        connectionInfo WebhookConnectionInfo
        matchConditions []WebhookMatchCondition
      WebhookConnectionInfo
        type string
        kubeConfigFile *string
      WebhookMatchCondition
        expression string
      """
          .lines()
          .toList();

  private static final ConfigDecoder DECODER =
      ServerConfigDecoder.of(
          "AuthorizationConfiguration", VERSIONS, TYPES, "pkg/apis/apiserver/load/load.go:30");

  private ConfigurationDecoder() {}

  /**
   * The configuration of a file; an empty one has no authorizers.
   *
   * @throws DecodeException with the real decoder's words
   */
  static ObjectNode decode(byte[] file) {
    if (file.length == 0) {
      return JsonNodeFactory.instance.objectNode();
    }
    ObjectNode configuration = DECODER.decode(file, ConfigurationDecoder::checkDurations);
    for (JsonNode authorizer : configuration.path("authorizers")) {
      if (authorizer.path("webhook") instanceof ObjectNode webhook) {
        setDefaults(webhook);
      }
    }
    return configuration;
  }

  private static void checkDurations(ObjectNode configuration) {
    for (JsonNode authorizer : configuration.path("authorizers")) {
      for (String field : DURATIONS) {
        duration(authorizer.path("webhook"), field);
      }
    }
  }

  /** A span of time in a webhook's configuration; zero if it is not said. */
  static Duration duration(JsonNode webhook, String field) {
    JsonNode text = webhook.path(field);
    try {
      return text.isTextual() ? GoDuration.parse(text.textValue()) : Duration.ZERO;
    } catch (IllegalArgumentException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }

  private static void setDefaults(ObjectNode webhook) {
    if (duration(webhook, "authorizedTTL").isZero()) {
      webhook.put("authorizedTTL", AUTHORIZED_TTL);
    }
    if (duration(webhook, "unauthorizedTTL").isZero()) {
      webhook.put("unauthorizedTTL", UNAUTHORIZED_TTL);
    }
    for (String field : List.of("cacheAuthorizedRequests", "cacheUnauthorizedRequests")) {
      if (!webhook.has(field)) {
        webhook.put(field, true);
      }
    }
  }
}
