package dev.muster.apiserver.authzconfig;

import static dev.muster.apiserver.authzconfig.AuthorizerConfiguration.WEBHOOK;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an AuthorizationConfiguration must look like. */
final class ConfigurationRules {
  private ConfigurationRules() {}

  /**
   * @param types that authorizers may have
   */
  static void validate(At configuration, Collection<String> types, Errors errors) {
    List<At> authorizers = configuration.get("authorizers").each();
    if (authorizers.isEmpty()) {
      errors.required(
          configuration.path().child("authorizers"),
          "at least one authorization mode must be defined");
    }
    Set<String> seenTypes = new HashSet<>();
    Set<String> seenNames = new HashSet<>();
    for (At authorizer : authorizers) {
      if (validType(authorizer.get("type"), types, seenTypes, errors)) {
        validateName(authorizer.get("name"), seenNames, errors);
        validateWebhook(authorizer, errors);
      }
    }
  }

  private static boolean validType(
      At type, Collection<String> types, Set<String> seen, Errors errors) {
    if (type.empty()) {
      errors.required(type.path(), "");
      return false;
    }
    if (!types.contains(type.text())) {
      errors.unsupported(type, types);
      return false;
    }
    if (!seen.add(type.text()) && !type.text().equals(WEBHOOK)) {
      errors.duplicate(type);
      return false;
    }
    return true;
  }

  private static void validateName(At name, Set<String> seen, Errors errors) {
    if (name.empty()) {
      errors.required(name.path(), "");
    } else if (seen.contains(name.text())) {
      errors.duplicate(name);
    } else {
      List<String> faults = Names.subdomain(name.text(), false);
      if (!faults.isEmpty()) {
        errors.invalidText(
            name.path(), name.text(), "authorizer name is invalid: " + String.join(", ", faults));
      }
    }
    seen.add(name.text());
  }

  private static void validateWebhook(At authorizer, Errors errors) {
    At webhook = authorizer.get("webhook");
    if (!authorizer.text("type").equals(WEBHOOK)) {
      if (webhook.present()) {
        errors.invalid(
            webhook.path(), GoText.quote("non-null"), "may only be specified when type=Webhook");
      }
    } else if (webhook.absent()) {
      errors.required(webhook.path(), "required when type=Webhook");
    } else {
      // the real server leaves "webhook" out of the paths
      WebhookRules.validate(new At(webhook.node(), authorizer.path()), errors);
    }
  }
}
