package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** What an AuthenticationConfiguration must look like. */
final class AuthenticationConfigRules {
  private static final int MOST_ISSUERS = 64;

  private AuthenticationConfigRules() {}

  /**
   * @param disallowed issuers that nobody else may be: those of service account tokens
   */
  static void validate(
      At configuration, Collection<String> disallowed, ExpressionTable table, Errors errors) {
    At jwt = configuration.get("jwt");
    if (jwt.size() > MOST_ISSUERS) {
      errors.tooMany(jwt.path(), jwt.size(), MOST_ISSUERS);
      return;
    }
    Set<String> urls = new HashSet<>();
    Set<String> discoveryUrls = new HashSet<>();
    for (At authenticator : jwt.each()) {
      At issuer = authenticator.get("issuer");
      IssuerRules.validate(issuer, disallowed, errors);
      ClaimMappingRules.validate(authenticator, table, errors);
      At url = issuer.get("url");
      if (!urls.add(url.text())) {
        errors.duplicate(
            url.path(), InvalidValue.of(JsonNodeFactory.instance.textNode(url.text())));
      }
      At discoveryUrl = issuer.get("discoveryURL");
      if (!discoveryUrl.empty() && !discoveryUrls.add(discoveryUrl.text())) {
        errors.duplicate(discoveryUrl);
      }
    }
    At anonymous = configuration.get("anonymous");
    At conditions = anonymous.get("conditions");
    if (anonymous.present() && !anonymous.get("enabled").truth() && conditions.size() > 0) {
      errors.invalid(
          conditions.path(),
          shown(conditions),
          "enabled should be set to true when conditions are defined");
    }
  }

  /** The real server shows conditions in Go's names. */
  private static String shown(At conditions) {
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    conditions.each().forEach(each -> shown.addObject().put("Path", each.text("path")));
    return InvalidValue.json(shown);
  }
}
