package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.ConfigDecoder;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.schema.Schema;
import dev.muster.model.schema.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** From a file's bytes to an AuthenticationConfiguration as a canonical tree. */
final class AuthenticationConfigDecoder {
  private static final String KIND = "AuthenticationConfiguration";
  private static final String GROUP = "apiserver.config.k8s.io/";
  private static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");

  /** Kinds of configurations that other flags take. */
  private static final List<String> OTHERS =
      List.of("AuthorizationConfiguration", "TracingConfiguration");

  private static final List<String> TYPES =
      """
      AuthenticationConfiguration
        kind string
        apiVersion string
        jwt []JWTAuthenticator
        anonymous *AnonymousAuthConfig
      AnonymousAuthConfig
        enabled bool
        conditions []AnonymousAuthCondition
      AnonymousAuthCondition
        path string
      JWTAuthenticator
        issuer Issuer
        claimValidationRules []ClaimValidationRule
        claimMappings ClaimMappings
        userValidationRules []UserValidationRule
      Issuer
        url string
        discoveryURL *string
        certificateAuthority string
        audiences []string
        audienceMatchPolicy string
        egressSelectorType string
      ClaimValidationRule
        claim string
        requiredValue string
        expression string
        message string
      ClaimMappings
        username PrefixedClaimOrExpression
        groups PrefixedClaimOrExpression
        uid ClaimOrExpression
        extra []ExtraMapping
      PrefixedClaimOrExpression
        claim string
        prefix *string
        expression string
      ClaimOrExpression
        claim string
        expression string
      ExtraMapping
        key string
        valueExpression string
      UserValidationRule
        expression string
        message string
      """
          .lines()
          .toList();

  private static final ConfigDecoder DECODER = decoder();

  private AuthenticationConfigDecoder() {}

  private static ConfigDecoder decoder() {
    Map<String, StructType> types = new HashMap<>();
    Map<String, String> others = new HashMap<>();
    for (String version : VERSIONS) {
      String table = "apiserver/authentication/" + version;
      types.put(
          GROUP + version + "/" + KIND,
          Schema.kubernetes().with(table, TYPES).struct(table + "." + KIND));
      for (String other : OTHERS) {
        others.put(GROUP + version + "/" + other, "expected " + KIND + ", got *apiserver." + other);
      }
    }
    return new ConfigDecoder(types, others, "pkg/kubeapiserver/options/authentication.go:874");
  }

  /**
   * @throws DecodeException with the real decoder's words
   */
  static ObjectNode decode(byte[] file) {
    if (file.length == 0) {
      throw new DecodeException("empty config data");
    }
    return DECODER.decode(file, tree -> {});
  }
}
