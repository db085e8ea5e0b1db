package dev.muster.apiserver.authzconfig;

import static dev.muster.apiserver.authzconfig.AuthorizerConfiguration.WEBHOOK;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.ConfigFileBytes;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.apiserver.reload.LoadedConfig;
import dev.muster.authz.Problems;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.authz.webhook.WebhookFailurePolicy;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** From a file to a configuration that can be used, or to all that is wrong with it. */
public final class ConfigurationReader {
  private final Collection<String> types;

  /**
   * @param types that authorizers may have
   */
  public ConfigurationReader(Collection<String> types) {
    this.types = new TreeSet<>(types);
  }

  /**
   * The configuration in a file, whatever it leaves out.
   *
   * @throws InvalidConfigurationException with everything that is wrong
   */
  public LoadedConfig<AuthorizationConfiguration> read(Path file) {
    try {
      return read(ConfigFileBytes.read(file), List.of());
    } catch (IOException e) {
      throw new InvalidConfigurationException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The configuration in the bytes of a file.
   *
   * @param required types, but webhooks, of which there must be an authorizer
   * @throws InvalidConfigurationException with everything that is wrong
   */
  public LoadedConfig<AuthorizationConfiguration> read(byte[] file, Collection<String> required) {
    ObjectNode tree;
    try {
      tree = ConfigurationDecoder.decode(file);
    } catch (DecodeException e) {
      throw new InvalidConfigurationException(
          "failed to load AuthorizationConfiguration from file: " + e.getMessage());
    }
    Errors errors = new Errors();
    ConfigurationRules.validate(At.root(tree), types, errors);
    failIfAny(errors.list().stream().map(FieldError::toString).toList());
    AuthorizationConfiguration configuration = configuration(tree);
    checkNames(configuration, required);
    return new LoadedConfig<>(file, tree, configuration);
  }

  private static void checkNames(
      AuthorizationConfiguration configuration, Collection<String> required) {
    List<String> problems = new ArrayList<>();
    TreeSet<String> missing = new TreeSet<>(required);
    for (AuthorizerConfiguration authorizer : configuration.authorizers()) {
      String type = authorizer.type();
      missing.remove(type);
      String expected = AuthorizerConfiguration.nameOf(type);
      if (!type.equals(WEBHOOK) && !expected.equals(authorizer.name())) {
        problems.add(
            "expected name %s for authorizer %s instead of %s"
                .formatted(expected, type, authorizer.name()));
      }
    }
    if (!missing.isEmpty()) {
      problems.add("missing required types: [" + String.join(" ", missing) + "]");
    }
    failIfAny(problems);
  }

  private static void failIfAny(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(Problems.join(problems));
    }
  }

  private static AuthorizationConfiguration configuration(ObjectNode tree) {
    List<AuthorizerConfiguration> authorizers = new ArrayList<>();
    for (JsonNode authorizer : tree.path("authorizers")) {
      String name = authorizer.path("name").asText();
      authorizers.add(
          authorizer.has("webhook")
              ? AuthorizerConfiguration.of(name, webhook(name, authorizer.path("webhook")))
              : new AuthorizerConfiguration(
                  authorizer.path("type").asText(), name, Optional.empty()));
    }
    return new AuthorizationConfiguration(authorizers);
  }

  /** Of a webhook that was found good. */
  private static WebhookConfiguration webhook(String name, JsonNode webhook) {
    JsonNode connection = webhook.path("connectionInfo");
    if (connection.path("type").asText().equals(WebhookRules.IN_CLUSTER)) {
      throw new InvalidConfigurationException(
          "authorizer \""
              + name
              + "\": connectionInfo.type InClusterConfig is not for an API server,"
              + " which would ask itself about each question: use KubeConfigFile");
    }
    return new WebhookConfiguration(
        Path.of(connection.path("kubeConfigFile").asText()),
        ReviewVersion.of(webhook.path("subjectAccessReviewVersion").asText()).orElseThrow(),
        ConfigurationDecoder.duration(webhook, "timeout"),
        life(webhook, "cacheAuthorizedRequests", "authorizedTTL"),
        life(webhook, "cacheUnauthorizedRequests", "unauthorizedTTL"),
        WebhookFailurePolicy.of(webhook.path("failurePolicy").asText()).orElseThrow(),
        MatchConditionExpressions.compile(At.root(webhook).get("matchConditions"), new Errors()));
  }

  private static Duration life(JsonNode webhook, String remembered, String ttl) {
    return webhook.path(remembered).asBoolean()
        ? ConfigurationDecoder.duration(webhook, ttl)
        : Duration.ZERO;
  }
}
