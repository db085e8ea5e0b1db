package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.pki.ForeignKeys;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Kubeconfigs that hold everything to reach one server as one user. */
public final class KubeconfigText {
  private KubeconfigText() {}

  /** A kubeconfig with one cluster, one user and its keys. */
  public static String of(String serverUrl, String trustedPem, Identity user, String userName) {
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
    - name: %s
      context:
        cluster: muster
        user: %s
    current-context: %s
    """
        .formatted(
            serverUrl,
            base64(trustedPem),
            text(userName),
            base64(Pem.of(user.certificate())),
            base64(ForeignKeys.pem(user.key())),
            text(userName + "@muster"),
            text(userName),
            text(userName + "@muster"));
  }

  /** Whether a kubeconfig has the server, the trust and the user; more is the user's own. */
  public static boolean isUpToDate(
      String text, String serverUrl, String trustedPem, Identity user) {
    return text.contains(serverUrl + "\n")
        && text.contains(base64(trustedPem))
        && text.contains(base64(Pem.of(user.certificate())));
  }

  /** A name may be any text: quoted as in JSON it stays one in YAML. */
  private static String text(String name) {
    return TextNode.valueOf(name).toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
