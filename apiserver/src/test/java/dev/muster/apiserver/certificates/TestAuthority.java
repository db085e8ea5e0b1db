package dev.muster.apiserver.certificates;

import dev.muster.pki.Identity;
import dev.muster.pki.PeerTls;
import dev.muster.pki.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;

/** A certificate authority with its files in a directory. */
public final class TestAuthority {
  private static final Duration LIFE = Duration.ofDays(365);

  private final TestChain authority;
  private final Path certificate;

  private TestAuthority(TestChain authority, Path certificate) {
    this.authority = authority;
    this.certificate = certificate;
  }

  public static TestAuthority in(Path directory, String name) throws IOException {
    Instant now = Instant.now();
    TestChain authority = TestChain.root(name, now.minus(LIFE.multipliedBy(3)), now.plus(LIFE));
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
    return serverNamed("127.0.0.1");
  }

  /** For a server whose certificate is no longer good. */
  public Identity expiredServer() {
    Instant end = Instant.now().minus(LIFE);
    return authority.server("127.0.0.1", end.minus(LIFE), end);
  }

  /** For a server with some other name. */
  public Identity serverNamed(String name) {
    Instant now = Instant.now();
    return authority.server(name, now.minusSeconds(60), now.plus(LIFE));
  }

  public Identity client(String user) {
    Instant now = Instant.now();
    return authority.clientOfTls(user, now.minusSeconds(60), now.plus(LIFE));
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
