package dev.muster.runtime.imageservice;

import dev.muster.cri.v1.AuthConfig;
import dev.muster.runtime.images.RegistryCredentials;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a kubelet knows about a registry, as credentials. */
final class AuthConfigs {
  private static final int LONGEST_TOKEN = 65_536;

  private AuthConfigs() {}

  static RegistryCredentials read(AuthConfig auth) {
    String username = auth.getUsername();
    String password = auth.getPassword();
    if (username.isEmpty() && password.isEmpty() && !auth.getAuth().isEmpty()) {
      String both = decode(auth.getAuth());
      int colon = both.indexOf(':');
      if (colon < 0) {
        throw invalid("auth.auth: not of the form base64(username:password)");
      }
      username = both.substring(0, colon);
      password = both.substring(colon + 1).replace("\0", "");
    }
    token("identity_token", auth.getIdentityToken());
    token("registry_token", auth.getRegistryToken());
    return new RegistryCredentials(
        username, password, auth.getIdentityToken(), auth.getRegistryToken());
  }

  /** A token travels in a header; it is a secret, so that the answer does not repeat it. */
  private static void token(String field, String token) {
    if (token.length() > LONGEST_TOKEN || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw invalid("auth." + field + ": not a token of visible characters, at most 65536");
    }
  }

  private static String decode(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw invalid("auth.auth: not base64");
    }
  }

  private static RuntimeException invalid(String message) {
    return Status.INVALID_ARGUMENT.withDescription(message).asRuntimeException();
  }
}
