package dev.muster.runtime.images;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What a registry is shown. Empty fields are absent.
 *
 * @param identityToken exchanged for an access token at the registry's token service
 * @param registryToken sent to the registry as it is
 */
public record RegistryCredentials(
    String username, String password, String identityToken, String registryToken) {
  public static final RegistryCredentials NONE = new RegistryCredentials("", "", "", "");

  public static RegistryCredentials basic(String username, String password) {
    return new RegistryCredentials(username, password, "", "");
  }

  boolean hasPassword() {
    return !username.isEmpty() || !password.isEmpty();
  }

  String basicHeader() {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return hasPassword() ? "Credentials[username=" + username + "]" : "Credentials[]";
  }
}
