package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.ServerConfigDecoder;
import dev.muster.model.codec.ConfigDecoder;
import dev.muster.model.codec.DecodeException;
import java.util.List;

/** From a file's bytes to an AuthenticationConfiguration as a canonical tree. */
final class AuthenticationConfigDecoder {
  private static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");

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

  private static final ConfigDecoder DECODER =
      ServerConfigDecoder.of(
          "AuthenticationConfiguration",
          VERSIONS,
          TYPES,
          "pkg/kubeapiserver/options/authentication.go:874");

  private AuthenticationConfigDecoder() {}

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
