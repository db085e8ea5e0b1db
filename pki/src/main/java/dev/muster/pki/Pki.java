package dev.muster.pki;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * All keys and certificates of one server. {@link #open} makes what is missing and renews what is
 * about to expire; {@link #renew} does so while the server runs. Thread-safe.
 */
public final class Pki {
  /** As whom the API server comes to nodes' servers; nobody comes to an API server so. */
  public static final String NODE_CLIENT = "kube-apiserver-kubelet-client";

  static final Duration RENEW_BEFORE = Duration.ofDays(30);

  /** The user of the admin kubeconfig. */
  public static final String ADMIN = "kubernetes-admin";

  private final PkiOptions options;
  private final Path directory;
  private final Clock clock;
  private final KeyPair serviceAccountKey;
  private final List<PublicKey> serviceAccountKeys;
  private final List<X509Certificate> clientAuthorities;
  private final ServerTls tls;
  private Identity authority;
  private Identity serving;
  private Identity admin;

  private Pki(PkiOptions options, Clock clock) {
    this.options = options;
    this.directory = options.dataDirectory().resolve("pki");
    this.clock = clock;
    PrivateFiles.directory(directory);
    authority = readAuthority();
    serving = readServing();
    admin = readAdmin();
    serviceAccountKey = readSigningKey();
    serviceAccountKeys = readVerificationKeys();
    clientAuthorities = readClientAuthorities();
    tls = new ServerTls(serving, clientAuthorities);
  }

  /** Loads what all keys and certificates share, ahead of the first. */
  public static void load() {
    Keys.load();
  }

  /** Throws a {@link PkiException} for files that cannot be used. */
  public static Pki open(PkiOptions options, Clock clock) {
    return new Pki(options, clock);
  }

  /** Makes new certificates in place of those about to expire; new connections get them. */
  public synchronized void renew() {
    authority = readAuthority();
    serving = readServing();
    admin = readAdmin();
    tls.use(serving);
  }

  /** For the server: shows the newest serving certificate, lets any client certificate pass. */
  public SSLContext serverContext() {
    return tls.context();
  }

  /**
   * Reads authorities that vouch for proxies only: clients are told that their certificates are
   * welcome, and whoever else looks at {@link #clientAuthorities} does not see them.
   */
  public List<X509Certificate> proxyAuthorities(Path file) {
    List<X509Certificate> authorities =
        Pem.certificates(PrivateFiles.readForeign(file), file, "name another file");
    tls.alsoAskFor(authorities);
    return authorities;
  }

  /** Who may vouch for clients: the own authority and those of {@code --client-ca-file}. */
  public List<X509Certificate> clientAuthorities() {
    return clientAuthorities;
  }

  /** What clients have to trust to reach this server, as PEM text. */
  public synchronized String trustedPem() {
    if (options.tlsCertFile() == null) {
      return Pem.of(authority.certificate());
    }
    StringBuilder chain = new StringBuilder();
    serving.chain().forEach(certificate -> chain.append(Pem.of(certificate)));
    return chain.toString();
  }

  /** The identity in the admin kubeconfig. */
  public synchronized Identity admin() {
    return admin;
  }

  /** A new identity for a client, signed by the own authority and kept nowhere. */
  public synchronized Identity newClient(String user, List<String> groups) {
    KeyPair keys = Keys.generate();
    X509Certificate certificate = new Issuer(clock.instant()).client(authority, keys, user, groups);
    return new Identity(List.of(certificate), keys.getPrivate());
  }

  /**
   * A certificate for whoever made the request, signed by the own authority, as PEM.
   *
   * @throws BadCertificateException if its key is none that can be used
   */
  public synchronized String sign(
      CertificateRequest request, Collection<String> usages, Duration life)
      throws BadCertificateException {
    return Pem.of(new Issuer(clock.instant()).requested(authority, request, usages, life));
  }

  /**
   * For a node's own server: a new certificate for its names, and trust in those who may vouch for
   * clients.
   */
  public synchronized SSLContext nodeServerContext(String node, List<String> names) {
    KeyPair keys = Keys.generate();
    X509Certificate certificate =
        new Issuer(clock.instant()).server(authority, keys, "system:node:" + node, names);
    return PeerTls.context(
        new Identity(List.of(certificate), keys.getPrivate()), clientAuthorities);
  }

  /** For the way to nodes' servers: a new client certificate, and trust in the own authority. */
  public synchronized SSLContext nodeClientContext() {
    Identity client = newClient(NODE_CLIENT, List.of("system:masters"));
    return PeerTls.context(client, List.of(authority.certificate()));
  }

  /** What service account tokens are signed with. */
  public KeyPair serviceAccountKey() {
    return serviceAccountKey;
  }

  /** What service account tokens may be signed with; the own key comes first. */
  public List<PublicKey> serviceAccountKeys() {
    return serviceAccountKeys;
  }

  /** A renewed authority keeps its key, so that what it signed before stays good. */
  private Identity readAuthority() {
    Instant now = clock.instant();
    return KeptIdentity.in(directory, "ca")
        .readOrMake(
            certificate -> lasts(certificate, now),
            keys -> new Issuer(now).authority("muster-ca", keys));
  }

  private Identity readServing() {
    if (options.tlsCertFile() != null && options.tlsPrivateKeyFile() != null) {
      return new KeptIdentity(options.tlsCertFile(), options.tlsPrivateKeyFile()).readForeign();
    }
    Instant now = clock.instant();
    List<String> names = ServingNames.ofThisHost(options.moreNames());
    return KeptIdentity.in(directory, "apiserver")
        .readOrMake(
            certificate ->
                lasts(certificate, now)
                    && isIssued(certificate)
                    && ServingNames.covers(certificate, names),
            keys -> new Issuer(now).server(authority, keys, "kube-apiserver", names));
  }

  private Identity readAdmin() {
    Instant now = clock.instant();
    return KeptIdentity.in(directory, "admin")
        .readOrMake(
            certificate -> lasts(certificate, now) && isIssued(certificate),
            keys -> new Issuer(now).client(authority, keys, ADMIN, List.of("system:masters")));
  }

  private static boolean lasts(X509Certificate certificate, Instant now) {
    return certificate.getNotAfter().toInstant().isAfter(now.plus(RENEW_BEFORE));
  }

  private boolean isIssued(X509Certificate certificate) {
    try {
      certificate.verify(authority.certificate().getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private KeyPair readSigningKey() {
    Path named = options.serviceAccountSigningKeyFile();
    if (named != null) {
      return ForeignKeys.pair(
          Keys.privateKey(PrivateFiles.readForeign(named), named, "name another file"));
    }
    Path file = directory.resolve("sa.key");
    Path publicFile = directory.resolve("sa.pub");
    String wayOut =
        "restore it, or delete it to have a new one made; tokens signed before then die";
    if (!PrivateFiles.exists(file)) {
      KeyPair made = Keys.generate();
      PrivateFiles.write(file, Pem.of(made.getPrivate()));
      PrivateFiles.write(publicFile, Pem.of(made.getPublic()));
      return made;
    }
    PrivateKey key = Keys.privateKey(PrivateFiles.read(file), file, wayOut);
    if (PrivateFiles.exists(publicFile)) {
      PublicKey kept = Keys.publicKeys(PrivateFiles.read(publicFile), publicFile).getFirst();
      if (Keys.match(key, kept)) {
        return new KeyPair(kept, key);
      }
    }
    KeyPair pair = ForeignKeys.pair(key);
    PrivateFiles.write(publicFile, Pem.of(pair.getPublic()));
    return pair;
  }

  private List<PublicKey> readVerificationKeys() {
    List<PublicKey> keys = new ArrayList<>();
    keys.add(serviceAccountKey.getPublic());
    for (Path file : options.serviceAccountKeyFiles()) {
      for (PublicKey key : Keys.publicKeys(PrivateFiles.readForeign(file), file)) {
        if (!keys.contains(key)) {
          keys.add(key);
        }
      }
    }
    return List.copyOf(keys);
  }

  private List<X509Certificate> readClientAuthorities() {
    List<X509Certificate> authorities = new ArrayList<>();
    authorities.add(authority.certificate());
    Path file = options.clientCaFile();
    if (file != null) {
      authorities.addAll(
          Pem.certificates(PrivateFiles.readForeign(file), file, "name another file"));
    }
    return List.copyOf(authorities);
  }
}
