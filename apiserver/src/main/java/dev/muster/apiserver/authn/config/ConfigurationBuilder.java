package dev.muster.apiserver.authn.config;

import dev.muster.apiserver.authn.config.ClaimMappings.ClaimMapping;
import dev.muster.apiserver.authn.config.ClaimMappings.ExtraMapping;
import dev.muster.apiserver.authn.config.JwtConfiguration.ValidationRule;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.model.field.At;
import dev.muster.pki.Trust;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** From a tree that was found good to a configuration. */
final class ConfigurationBuilder {
  private static final String WELL_KNOWN = "/.well-known/openid-configuration";

  private final ExpressionTable table;

  ConfigurationBuilder(ExpressionTable table) {
    this.table = table;
  }

  AuthenticationConfiguration build(At configuration) {
    At anonymous = configuration.get("anonymous");
    return new AuthenticationConfiguration(
        configuration.get("jwt").each().stream().map(this::jwt).toList(),
        anonymous.present() ? Optional.of(anonymous(anonymous)) : Optional.empty());
  }

  private static AnonymousConfiguration anonymous(At anonymous) {
    Set<String> paths = new LinkedHashSet<>();
    anonymous.get("conditions").each().forEach(condition -> paths.add(condition.text("path")));
    return new AnonymousConfiguration(anonymous.get("enabled").truth(), paths);
  }

  private JwtConfiguration jwt(At jwt) {
    Map<String, String> required = new LinkedHashMap<>();
    List<ValidationRule> claimRules = new ArrayList<>();
    for (At rule : jwt.get("claimValidationRules").each()) {
      if (!rule.get("claim").empty()) {
        required.put(rule.text("claim"), rule.text("requiredValue"));
      } else {
        claimRules.add(
            new ValidationRule(table.claimRule(rule.text("expression")), rule.text("message")));
      }
    }
    List<ValidationRule> userRules = new ArrayList<>();
    for (At rule : jwt.get("userValidationRules").each()) {
      userRules.add(
          new ValidationRule(table.userRule(rule.text("expression")), rule.text("message")));
    }
    return new JwtConfiguration(
        issuer(jwt.get("issuer")),
        required,
        claimRules,
        mappings(jwt.get("claimMappings")),
        userRules);
  }

  private static IssuerConfiguration issuer(At issuer) {
    String egress = issuer.text("egressSelectorType");
    if (!egress.isEmpty()) {
      throw new InvalidConfigurationException(
          "oidc: egress lookup required with egress selector type \"" + egress + "\"");
    }
    String url = issuer.text("url");
    String discovery = issuer.text("discoveryURL");
    Trust trust = IssuerRules.trust(issuer.text("certificateAuthority"));
    return new IssuerConfiguration(
        url,
        discovery.isEmpty()
            ? (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + WELL_KNOWN
            : discovery,
        Objects.requireNonNull(trust),
        issuer.get("audiences").texts());
  }

  private ClaimMappings mappings(At mappings) {
    List<ExtraMapping> extra = new ArrayList<>();
    for (At mapping : mappings.get("extra").each()) {
      extra.add(
          new ExtraMapping(mapping.text("key"), table.mapping(mapping.text("valueExpression"))));
    }
    return new ClaimMappings(
        mapping(mappings.get("username")),
        mapping(mappings.get("groups")),
        mapping(mappings.get("uid")),
        extra);
  }

  private ClaimMapping mapping(At mapping) {
    if (!mapping.get("expression").empty()) {
      return new ClaimMapping.Mapped(table.mapping(mapping.text("expression")));
    }
    return mapping.get("claim").empty()
        ? new ClaimMapping.None()
        : new ClaimMapping.Claim(mapping.text("claim"), mapping.text("prefix"));
  }
}
