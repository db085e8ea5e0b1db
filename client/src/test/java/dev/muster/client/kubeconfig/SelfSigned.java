package dev.muster.client.kubeconfig;

import dev.muster.pki.Keys;
import dev.muster.pki.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates that vouch for themselves: enough to be read. */
final class SelfSigned {
  private SelfSigned() {}

  /** Writes {@code name.crt}, a certificate of the subject, and {@code name.key}. */
  static void write(Path directory, String name, String subject)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair keys = Keys.generate();
    X500Name self = new X500Name("CN=" + subject);
    Instant now = Instant.now();
    var certificate =
        new JcaX509v3CertificateBuilder(
                self,
                BigInteger.ONE,
                Date.from(now),
                Date.from(now.plus(Duration.ofDays(1))),
                self,
                keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    Files.writeString(
        directory.resolve(name + ".crt"),
        Pem.of(new JcaX509CertificateConverter().getCertificate(certificate)));
    Files.writeString(directory.resolve(name + ".key"), Pem.of(keys.getPrivate()));
  }
}
