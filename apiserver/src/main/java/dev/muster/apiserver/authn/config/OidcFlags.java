package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.ConfigFileBytes;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.base.go.GoText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One issuer by the flags {@code --oidc-*}; texts that are not given are empty.
 *
 * @param signingAlgorithms those that tokens may be signed with
 */
public record OidcFlags(
    String issuerUrl,
    String clientId,
    Optional<Path> caFile,
    String usernameClaim,
    String usernamePrefix,
    String groupsClaim,
    String groupsPrefix,
    List<String> signingAlgorithms,
    Map<String, String> requiredClaims) {

  /** All that an issuer may use. */
  public static final List<String> ALL_ALGORITHMS =
      List.of("ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512");

  public static final String DEFAULT_ALGORITHM = "RS256";
  public static final String DEFAULT_USERNAME_CLAIM = "sub";

  /**
   * @throws IllegalArgumentException if an algorithm is not one that issuers may use
   */
  public OidcFlags {
    signingAlgorithms = List.copyOf(signingAlgorithms);
    requiredClaims = Collections.unmodifiableMap(new LinkedHashMap<>(requiredClaims));
    for (String algorithm : signingAlgorithms) {
      if (!ALL_ALGORITHMS.contains(algorithm)) {
        throw new IllegalArgumentException(
            "oidc: unsupported signing alg: " + GoText.quote(algorithm));
      }
    }
  }

  /** What a file would say. */
  ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode jwt = tree.putArray("jwt").addObject();
    ObjectNode issuer = jwt.putObject("issuer").put("url", issuerUrl);
    caFile.ifPresent(file -> issuer.put("certificateAuthority", text(file)));
    issuer.putArray("audiences").add(clientId);
    ArrayNode rules = jwt.putArray("claimValidationRules");
    requiredClaims.forEach(
        (claim, value) -> rules.addObject().put("claim", claim).put("requiredValue", value));
    ObjectNode mappings = jwt.putObject("claimMappings");
    mappings.putObject("username").put("claim", usernameClaim).put("prefix", prefix());
    if (!groupsClaim.isEmpty()) {
      mappings.putObject("groups").put("claim", groupsClaim).put("prefix", groupsPrefix);
    }
    return tree;
  }

  /** Names other than addresses are unique only together with their issuer. */
  private String prefix() {
    return switch (usernamePrefix) {
      case "-" -> "";
      case "" -> usernameClaim.equals("email") ? "" : issuerUrl + "#";
      default -> usernamePrefix;
    };
  }

  private static String text(Path file) {
    try {
      return new String(ConfigFileBytes.read(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new InvalidConfigurationException(String.valueOf(e.getMessage()));
    }
  }
}
