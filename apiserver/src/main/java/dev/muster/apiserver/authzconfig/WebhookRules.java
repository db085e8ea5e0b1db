package dev.muster.apiserver.authzconfig;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.FileFaults;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.authz.webhook.WebhookFailurePolicy;
import dev.muster.base.go.GoDuration;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;

/** What the configuration of a webhook must look like. */
final class WebhookRules {
  static final String KUBECONFIG_FILE = "KubeConfigFile";
  static final String IN_CLUSTER = "InClusterConfig";
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(30);

  private WebhookRules() {}

  static void validate(At webhook, Errors errors) {
    Duration timeout = ConfigurationDecoder.duration(webhook.node(), "timeout");
    if (timeout.isZero()) {
      errors.required(webhook.path().child("timeout"), "");
    } else if (timeout.isNegative() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      invalid(webhook.get("timeout"), timeout, "must be > 0s and <= 30s", errors);
    }
    for (String ttl : List.of("authorizedTTL", "unauthorizedTTL")) {
      Duration life = ConfigurationDecoder.duration(webhook.node(), ttl);
      if (life.isNegative()) {
        invalid(webhook.get(ttl), life, "must be > 0s", errors);
      }
    }
    validateVersions(webhook, errors);
    At policy = webhook.get("failurePolicy");
    if (policy.empty()) {
      errors.required(policy.path(), "");
    } else if (WebhookFailurePolicy.of(policy.text()).isEmpty()) {
      errors.unsupported(policy, List.of("NoOpinion", "Deny"));
    }
    validateConnection(webhook.get("connectionInfo"), errors);
    MatchConditionExpressions.compile(webhook.get("matchConditions"), errors);
  }

  private static void invalid(At at, Duration value, String detail, Errors errors) {
    errors.invalidText(at.path(), GoDuration.exact(value), detail);
  }

  private static void validateVersions(At webhook, Errors errors) {
    At version = webhook.get("subjectAccessReviewVersion");
    if (version.empty()) {
      errors.required(version.path(), "");
    } else if (ReviewVersion.of(version.text()).isEmpty()) {
      errors.unsupported(version, List.of("v1", "v1beta1"));
    }
    At conditions = webhook.get("matchConditionSubjectAccessReviewVersion");
    if (!conditions.empty()) {
      if (!conditions.text().equals("v1")) {
        errors.unsupported(conditions, List.of("v1"));
      }
    } else if (!webhook.get("matchConditions").empty()) {
      errors.required(conditions.path(), "required if match conditions are specified");
    }
  }

  private static void validateConnection(At connection, Errors errors) {
    At type = connection.get("type");
    At file = connection.get("kubeConfigFile");
    switch (type.text()) {
      case "" -> errors.required(type.path(), "");
      case IN_CLUSTER -> {
        if (file.present()) {
          errors.invalid(file, "can only be set when type=KubeConfigFile");
        }
      }
      case KUBECONFIG_FILE -> validateFile(file, errors);
      default ->
          errors.unsupported(type.path(), shown(connection), List.of(IN_CLUSTER, KUBECONFIG_FILE));
    }
  }

  /** The real server shows the whole connection here, in Go's names. */
  private static String shown(At connection) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("Type", connection.text("type"));
    At file = connection.get("kubeConfigFile");
    shown.put("KubeConfigFile", file.present() ? file.text() : null);
    return InvalidValue.json(shown);
  }

  private static void validateFile(At file, Errors errors) {
    String name = file.text();
    if (name.isEmpty()) {
      errors.required(file.path(), "");
    } else if (!name.startsWith("/")) {
      errors.invalid(file, "must be an absolute path");
    } else {
      try {
        Path path = Path.of(name);
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
          errors.invalid(file, "must be a regular file");
        }
      } catch (InvalidPathException e) {
        errors.invalid(
            file, "error loading file: stat " + GoText.brief(name) + ": invalid argument");
      } catch (IOException e) {
        errors.invalid(file, "error loading file: stat " + name + ": " + FileFaults.words(e));
      }
    }
  }
}
