package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authn.config.ClaimMappings;
import dev.muster.apiserver.authn.config.ClaimMappings.ClaimMapping;
import dev.muster.apiserver.authn.config.ClaimMappings.ExtraMapping;
import dev.muster.authz.User;
import dev.muster.cel.AuthenticationExpressions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From claims to the user that they stand for. */
final class ClaimMapper {
  private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

  private final ClaimMappings mappings;

  ClaimMapper(ClaimMappings mappings) {
    this.mappings = mappings;
  }

  User user(Claims claims, ExpressionRun run) throws TokenFault {
    String username = username(claims, run);
    List<String> groups = groups(claims, run);
    String uid = uid(claims, run);
    return new User(username, uid, groups, extra(claims, run));
  }

  private String username(Claims claims, ExpressionRun run) throws TokenFault {
    String name =
        switch (mappings.username()) {
          case ClaimMapping.None none -> "";
          case ClaimMapping.Mapped mapped ->
              run.text(
                  mapped.expression(),
                  "oidc: error evaluating username claim expression: ",
                  "username claim expression must return a string");
          case ClaimMapping.Claim claim -> claim.prefix() + named(claims, claim.name());
        };
    if (name.isEmpty()) {
      throw new TokenFault(
          mappings.username() instanceof ClaimMapping.Mapped
              ? "oidc: empty username via CEL expression is not allowed"
              : "oidc: empty username is not allowed");
    }
    return name;
  }

  private static String named(Claims claims, String claim) throws TokenFault {
    String name;
    try {
      name = claims.text(claim);
    } catch (TokenFault e) {
      throw new TokenFault("oidc: parse username claims \"" + claim + "\": " + e.why());
    }
    if (claim.equals("email") && claims.has("email_verified")) {
      boolean verified;
      try {
        verified = claims.truth("email_verified");
      } catch (TokenFault e) {
        throw new TokenFault("oidc: parse 'email_verified' claim: " + e.why());
      }
      if (!verified) {
        throw new TokenFault("oidc: email not verified");
      }
    }
    return name;
  }

  private List<String> groups(Claims claims, ExpressionRun run) throws TokenFault {
    return switch (mappings.groups()) {
      case ClaimMapping.None none -> List.of();
      case ClaimMapping.Mapped mapped ->
          run.texts(mapped.expression(), "oidc: error evaluating group claim expression: ");
      case ClaimMapping.Claim claim -> {
        try {
          yield claims.texts(claim.name()).stream().map(group -> claim.prefix() + group).toList();
        } catch (TokenFault e) {
          throw new TokenFault("oidc: parse groups claim \"" + claim.name() + "\": " + e.why());
        }
      }
    };
  }

  private String uid(Claims claims, ExpressionRun run) throws TokenFault {
    return switch (mappings.uid()) {
      case ClaimMapping.None none -> "";
      case ClaimMapping.Mapped mapped ->
          run.text(
              mapped.expression(),
              "oidc: error evaluating uid claim expression: ",
              "uid claim expression must return a string");
      case ClaimMapping.Claim claim -> {
        try {
          yield claims.text(claim.name());
        } catch (TokenFault e) {
          throw new TokenFault("oidc: parse uid claim \"" + claim.name() + "\": " + e.why());
        }
      }
    };
  }

  private Map<String, List<String>> extra(Claims claims, ExpressionRun run) throws TokenFault {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    if (claims.tree().path("jti").isTextual() && !claims.text("jti").isEmpty()) {
      extra.put(CREDENTIAL_ID, List.of("JTI=" + claims.text("jti")));
    }
    for (ExtraMapping mapping : mappings.extra()) {
      List<String> values = run.extra(mapping.expression());
      if (!values.isEmpty()) {
        extra.put(mapping.key(), values);
      }
    }
    return extra;
  }

  /** The user as expressions see it. */
  static ExpressionRun runOn(User user) {
    ObjectNode tree = ExpressionRun.NODES.objectNode();
    tree.put("username", user.name()).put("uid", user.uid());
    tree.set("groups", ExpressionRun.texts(user.groups()));
    ObjectNode extra = tree.putObject("extra");
    user.extra().forEach((key, values) -> extra.set(key, ExpressionRun.texts(values)));
    return new ExpressionRun(AuthenticationExpressions.USER, tree);
  }
}
