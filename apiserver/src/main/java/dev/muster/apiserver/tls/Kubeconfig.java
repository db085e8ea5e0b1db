package dev.muster.apiserver.tls;

import dev.muster.client.tls.ForeignKeys;
import dev.muster.client.tls.Identity;
import dev.muster.client.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A kubeconfig that holds everything to reach one server as one user. */
final class Kubeconfig {
  private Kubeconfig() {}

  static String of(String serverUrl, String trustedPem, Identity user, String userName) {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: muster
      cluster:
        server: %s
        certificate-authority-data: %s
    users:
    - name: %s
      user:
        client-certificate-data: %s
        client-key-data: %s
    contexts:
    - name: %s@muster
      context:
        cluster: muster
        user: %s
    current-context: %s@muster
    """
        .formatted(
            serverUrl,
            base64(trustedPem),
            userName,
            base64(Pem.of(user.certificate())),
            base64(ForeignKeys.pem(user.key())),
            userName,
            userName,
            userName);
  }

  /** Whether a kubeconfig has the server, the trust and the user; more is the user's own. */
  static boolean isUpToDate(String text, String serverUrl, String trustedPem, Identity user) {
    return text.contains(serverUrl + "\n")
        && text.contains(base64(trustedPem))
        && text.contains(base64(Pem.of(user.certificate())));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
