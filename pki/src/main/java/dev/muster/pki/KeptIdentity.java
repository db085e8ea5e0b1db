package dev.muster.pki;

import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A key and its certificate as two files beside each other. The key is written first and stays; the
 * certificate is made for it, and made again when it is no longer good. So a crash at any moment
 * leaves something to go on from.
 */
record KeptIdentity(Path certificateFile, Path keyFile) {

  static KeptIdentity in(Path directory, String name) {
    return new KeptIdentity(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
  }

  /** Reads the two files, making what is missing, and the certificate if it is not good. */
  Identity readOrMake(
      Predicate<X509Certificate> stillGood, Function<KeyPair, X509Certificate> issue) {
    boolean keyKept = PrivateFiles.exists(keyFile);
    boolean certificateKept = PrivateFiles.exists(certificateFile);
    if (certificateKept && !keyKept) {
      throw new PkiException(
          keyFile
              + ": is missing, but its certificate is there; restore it, or delete "
              + certificateFile
              + " to have both made anew");
    }
    if (!keyKept) {
      KeyPair made = Keys.generate();
      PrivateFiles.write(keyFile, Pem.of(made.getPrivate()));
      return certify(made, issue);
    }
    PrivateKey key = Keys.privateKey(PrivateFiles.read(keyFile), keyFile, wayOut());
    if (!certificateKept) {
      return certify(ForeignKeys.pair(key), issue);
    }
    Identity kept = fitting(PrivateFiles.read(certificateFile), key, wayOut());
    return stillGood.test(kept.certificate()) ? kept : certify(ForeignKeys.pair(key), issue);
  }

  /** Reads files that a user named, which are never made or changed. */
  Identity readForeign() {
    String wayOut = "name another file";
    PrivateKey key = Keys.privateKey(PrivateFiles.readForeign(keyFile), keyFile, wayOut);
    return fitting(PrivateFiles.readForeign(certificateFile), key, wayOut);
  }

  private Identity certify(KeyPair keys, Function<KeyPair, X509Certificate> issue) {
    X509Certificate certificate = issue.apply(keys);
    PrivateFiles.write(certificateFile, Pem.of(certificate));
    return new Identity(List.of(certificate), keys.getPrivate());
  }

  private Identity fitting(String certificateText, PrivateKey key, String wayOut) {
    List<X509Certificate> chain = Pem.certificates(certificateText, certificateFile, wayOut);
    if (!Keys.match(key, chain.getFirst().getPublicKey())) {
      throw new PkiException(
          keyFile + ": is not the key of the certificate in " + certificateFile + "; " + wayOut);
    }
    return new Identity(chain, key);
  }

  private String wayOut() {
    return "restore it, or delete "
        + certificateFile
        + " and "
        + keyFile
        + " to have new ones made";
  }
}
