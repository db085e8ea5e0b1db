package dev.muster.cli.console;

import dev.muster.pki.Identity;
import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;

/**
 * The home of somebody whose browser has a client certificate, in NSS' database as Linux has it.
 */
final class CertificateHome {
  private static final String PASSWORD = "moved-and-gone";

  private CertificateHome() {}

  static Path make(Path home, Identity identity) throws IOException {
    Path database = Files.createDirectories(home.resolve(".pki/nssdb"));
    Path bundle = home.resolve("identity.p12");
    try (OutputStream out = Files.newOutputStream(bundle)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "mine",
          identity.key(),
          PASSWORD.toCharArray(),
          identity.chain().toArray(X509Certificate[]::new));
      store.store(out, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    String where = "sql:" + database;
    HostCommand.run("certutil", "-d", where, "-N", "--empty-password");
    HostCommand.run("pk12util", "-d", where, "-i", bundle.toString(), "-W", PASSWORD);
    Files.delete(bundle);
    return home;
  }
}
