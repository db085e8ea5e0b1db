package dev.muster.client.kubeconfig;

import dev.muster.pki.Pki;
import dev.muster.pki.PrivateFiles;
import java.nio.file.Path;
import java.util.List;

/** Kubeconfigs for users of one server, who trust its authority and are known by it. */
public final class IssuedKubeconfigs {
  private final Pki pki;
  private final String serverUrl;

  /** For the server at that address, whose authority the keys are. */
  public IssuedKubeconfigs(Pki pki, String serverUrl) {
    this.pki = pki;
    this.serverUrl = serverUrl;
  }

  /** The text of one with a new identity for a client. */
  public String of(String user, List<String> groups) {
    return KubeconfigText.of(serverUrl, pki.trustedPem(), pki.newClient(user, groups), user);
  }

  /** Writes the admin's unless it is up to date, and tells where it is. */
  public Path writeAdmin(Path dataDirectory) {
    Path file = dataDirectory.resolve("admin.kubeconfig");
    String trusted = pki.trustedPem();
    if (!PrivateFiles.exists(file)
        || !KubeconfigText.isUpToDate(PrivateFiles.read(file), serverUrl, trusted, pki.admin())) {
      PrivateFiles.write(file, KubeconfigText.of(serverUrl, trusted, pki.admin(), Pki.ADMIN));
    }
    return file;
  }
}
