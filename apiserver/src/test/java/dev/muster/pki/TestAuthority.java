package dev.muster.pki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;

/** A certificate authority with its files in a directory. */
public final class TestAuthority {
  private final Identity authority;
  private final Path certificate;

  private TestAuthority(Identity authority, Path certificate) {
    this.authority = authority;
    this.certificate = certificate;
  }

  public static TestAuthority in(Path directory, String name) throws IOException {
    KeyPair keys = Keys.generate();
    Identity authority =
        new Identity(List.of(new Issuer(Instant.now()).authority(name, keys)), keys.getPrivate());
    Path file = directory.resolve(name + ".crt");
    Files.writeString(file, Pem.of(authority.certificate()));
    return new TestAuthority(authority, file);
  }

  /** The authority's own certificate. */
  public Path certificate() {
    return certificate;
  }

  /** For a server at 127.0.0.1. */
  public Identity server() {
    return server(Instant.now(), "127.0.0.1");
  }

  /** For a server whose certificate is no longer good. */
  public Identity expiredServer() {
    return server(Instant.now().minus(Duration.ofDays(2 * 365)), "127.0.0.1");
  }

  /** For a server with some other name. */
  public Identity serverNamed(String name) {
    return server(Instant.now(), name);
  }

  private Identity server(Instant from, String name) {
    KeyPair keys = Keys.generate();
    return new Identity(
        List.of(new Issuer(from).server(authority, keys, "service", List.of(name))),
        keys.getPrivate());
  }

  public Identity client(String user) {
    KeyPair keys = Keys.generate();
    return new Identity(
        List.of(new Issuer(Instant.now()).client(authority, keys, user, List.of())),
        keys.getPrivate());
  }

  /** Writes {@code name.crt} and {@code name.key} beside the authority's certificate. */
  public void write(Identity identity, String name) throws IOException {
    Files.writeString(certificate.resolveSibling(name + ".crt"), Pem.of(identity.certificate()));
    Files.writeString(certificate.resolveSibling(name + ".key"), Pem.of(identity.key()));
  }

  /** The TLS of a server that takes only clients of this authority. */
  public SSLContext serving(Identity server) {
    return PeerTls.context(server, List.of(authority.certificate()));
  }
}
