package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.PkiException;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one kubeconfig file, collecting what is wrong with it. */
final class KubeconfigReader {
  private static final Set<String> TOP =
      Set.of(
          "apiVersion",
          "kind",
          "preferences",
          "clusters",
          "users",
          "contexts",
          "current-context",
          "extensions");
  private static final Set<String> CONTEXT = Set.of("cluster", "user", "namespace", "extensions");
  private static final Set<String> CLUSTER =
      Set.of(
          "server",
          "certificate-authority",
          "certificate-authority-data",
          "insecure-skip-tls-verify",
          "disable-compression",
          "tls-server-name",
          "proxy-url",
          "extensions");
  private static final Set<String> USER =
      Set.of(
          "client-certificate",
          "client-certificate-data",
          "client-key",
          "client-key-data",
          "token",
          "tokenFile",
          "username",
          "password",
          "extensions");

  /** What only those understand who ask a cluster. */
  private static final Set<String> SOMEBODY =
      Set.of("exec", "as", "as-uid", "as-groups", "as-user-extra");

  private static final Set<String> USER_UNSUPPORTED = Set.of("auth-provider");
  private static final String WAY_OUT = "give certificates in PEM form";

  private final Path file;
  private final boolean plainLoopback;
  private final List<String> problems = new ArrayList<>();
  private final PemFields pem;

  KubeconfigReader(Path file) {
    this(file, false);
  }

  /**
   * @param plainLoopback whether a server on this machine may do without TLS
   */
  KubeconfigReader(Path file, boolean plainLoopback) {
    this.file = file.toAbsolutePath();
    this.plainLoopback = plainLoopback;
    this.pem = new PemFields(this.file);
  }

  ClientConfig read() {
    try {
      return parse(BoundedFile.read(file));
    } catch (BoundedFile.Unreadable e) {
      problems.add(String.valueOf(e.getMessage()));
      throw new KubeconfigException(problems);
    }
  }

  ClientConfig parse(byte[] text) {
    Section top = new Section(tree(text), file + ": ", problems);
    top.onlyHas(TOP, Set.of());
    expect(top, "apiVersion", "v1");
    expect(top, "kind", "Config");
    String name = top.text("current-context");
    if (name.isEmpty()) {
      top.problem("current-context", "must name one of the contexts");
    }
    stopIfWrong();
    Section context =
        top.entry(
            "contexts",
            name,
            "context",
            "context was not found for specified context: \"" + name + "\"");
    stopIfWrong();
    context.onlyHas(CONTEXT, Set.of());
    String clusterName = context.text("cluster");
    Section cluster =
        top.entry(
            "clusters",
            clusterName,
            "cluster",
            "cluster \"" + clusterName + "\" was not found for context \"" + name + "\"");
    cluster.onlyHas(CLUSTER, Set.of());
    String userName = context.text("user");
    Section user =
        userName.isEmpty()
            ? cluster.nothing()
            : top.entry(
                "users",
                userName,
                "user",
                "user \"" + userName + "\" was not found for context \"" + name + "\"");
    user.onlyHas(with(USER, SOMEBODY), USER_UNSUPPORTED);
    stopIfWrong();
    Optional<URI> server = server(cluster);
    Trust trust = trust(cluster);
    Optional<Identity> identity = identity(user);
    Credential credential = credential(user);
    Route route = route(cluster);
    Map<String, List<String>> impersonation = ImpersonationSection.read(user);
    Optional<ExecPlugin> plugin =
        user.map().has("exec")
            ? ExecSection.read(user.inner("exec"), cluster, file)
            : Optional.empty();
    String namespace = context.text("namespace");
    stopIfWrong();
    if (plugin.isPresent()) {
      ExecCredential first = run(plugin.get(), user);
      credential = new Credential.Exec(plugin.get(), first, InstantSource.system());
      identity = first.identity().or(() -> identity(user));
    }
    return new ClientConfig(
        server.orElseThrow(),
        route,
        trust,
        identity,
        credential,
        impersonation,
        namespace.isEmpty() ? "default" : namespace);
  }

  private ExecCredential run(ExecPlugin plugin, Section user) {
    try {
      return plugin.run();
    } catch (IOException e) {
      user.problem("exec", String.valueOf(e.getMessage()));
      throw new KubeconfigException(problems);
    }
  }

  private static Set<String> with(Set<String> some, Set<String> more) {
    Set<String> all = new HashSet<>(some);
    all.addAll(more);
    return all;
  }

  private static Route route(Section cluster) {
    String name = cluster.text("tls-server-name");
    String proxy = cluster.text("proxy-url");
    return new Route(
        proxy.isEmpty() ? Optional.empty() : proxy(cluster, proxy),
        name.isEmpty() ? Optional.empty() : Optional.of(name));
  }

  private static Optional<URI> proxy(Section cluster, String text) {
    try {
      URI proxy = new URI(text);
      if ("http".equals(proxy.getScheme())
          && proxy.getHost() != null
          && proxy.getPort() > 0
          && proxy.getRawUserInfo() == null) {
        return Optional.of(proxy);
      }
    } catch (URISyntaxException e) {
      // said below
    }
    cluster.problem("proxy-url", "only proxies like http://HOST:PORT are supported");
    return Optional.empty();
  }

  /** All users, whatever the clusters are. */
  KubeconfigUsers users() {
    Section top;
    try {
      top = new Section(tree(BoundedFile.read(file)), file + ": ", problems);
    } catch (BoundedFile.Unreadable e) {
      problems.add(String.valueOf(e.getMessage()));
      throw new KubeconfigException(problems);
    }
    top.onlyHas(TOP, Set.of());
    expect(top, "apiVersion", "v1");
    expect(top, "kind", "Config");
    stopIfWrong();
    Map<String, KubeconfigUsers.Who> found = new LinkedHashMap<>();
    for (JsonNode entry : top.map().path("users")) {
      String name = entry.path("name").asText();
      Section user = top.entry("users", name, "user", "");
      user.onlyHas(USER, with(USER_UNSUPPORTED, SOMEBODY));
      found.put(name, new KubeconfigUsers.Who(identity(user), credential(user)));
    }
    String context = top.text("current-context");
    String current =
        context.isEmpty()
            ? ""
            : top.entry(
                    "contexts",
                    context,
                    "context",
                    "context was not found for specified context: \"" + context + "\"")
                .text("user");
    stopIfWrong();
    return new KubeconfigUsers(found, current);
  }

  private JsonNode tree(byte[] text) {
    try {
      JsonNode tree = Yaml.toTree(text);
      if (tree.isObject()) {
        return tree;
      }
      problems.add(file + ": is not a kubeconfig: it has to be a map");
    } catch (DecodeException e) {
      problems.add(file + ": is not a kubeconfig: " + e.getMessage());
    }
    throw new KubeconfigException(problems);
  }

  private void stopIfWrong() {
    if (!problems.isEmpty()) {
      throw new KubeconfigException(problems);
    }
  }

  private static void expect(Section top, String field, String value) {
    String found = top.text(field);
    if (!found.isEmpty() && !found.equals(value)) {
      top.problem(field, "must be \"" + value + "\"");
    }
  }

  private Optional<URI> server(Section cluster) {
    String server = cluster.text("server");
    try {
      URI uri = new URI(server);
      if (uri.getHost() != null
          && ("https".equals(uri.getScheme()) || plainLoopback && LoopbackName.isPlain(uri))
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      // said below
    }
    cluster.problem(
        "server",
        "\""
            + server
            + "\" is not a URL that begins with https:// and names a host"
            + (plainLoopback ? "; http:// is for 127.0.0.1, [::1] and localhost only" : ""));
    return Optional.empty();
  }

  private Trust trust(Section cluster) {
    Optional<PemFields.Text> authority = pem.read(cluster, "certificate-authority");
    if (cluster.flag("insecure-skip-tls-verify")) {
      if (authority.isPresent()) {
        cluster.problem(
            "insecure-skip-tls-verify",
            "specifying a root certificates file with the insecure flag is not allowed");
      }
      return new Trust.Anyone();
    }
    try {
      return authority.isEmpty()
          ? new Trust.Machine()
          : new Trust.Authorities(
              Pem.certificates(authority.get().pem(), authority.get().from(), WAY_OUT));
    } catch (PkiException e) {
      cluster.problem("certificate-authority", String.valueOf(e.getMessage()));
      return new Trust.Machine();
    }
  }

  private Optional<Identity> identity(Section user) {
    Optional<PemFields.Text> certificate = pem.read(user, "client-certificate");
    Optional<PemFields.Text> key = pem.read(user, "client-key");
    if (certificate.isPresent() && key.isPresent()) {
      try {
        return Optional.of(
            Identity.ofPem(
                certificate.get().pem(),
                certificate.get().from(),
                key.get().pem(),
                key.get().from()));
      } catch (PkiException e) {
        user.problem("client-certificate", String.valueOf(e.getMessage()));
      }
    } else if (certificate.isPresent() && problems.isEmpty()) {
      user.problem("client-key", "is missing: a client-certificate needs its key");
    } else if (key.isPresent() && problems.isEmpty()) {
      user.problem("client-certificate", "is missing: a client-key needs its certificate");
    }
    return Optional.empty();
  }

  private Credential credential(Section user) {
    String token = user.text("token");
    String tokenFile = user.text("tokenFile");
    String name = user.text("username");
    String password = user.text("password");
    boolean withPassword = !name.isEmpty() || !password.isEmpty();
    if (withPassword && (!token.isEmpty() || !tokenFile.isEmpty())) {
      user.problem(
          "token",
          "more than one authentication method found; found [token, basicAuth], only one is allowed");
    }
    if (!tokenFile.isEmpty()) {
      try {
        return new Credential.TokenFile(file.resolveSibling(tokenFile));
      } catch (InvalidPathException e) {
        user.problem("tokenFile", "is not a file name");
      }
    }
    if (!token.isEmpty()) {
      if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        user.problem("token", "has characters that a header cannot carry");
      }
      return Credential.Fixed.token(token);
    }
    return withPassword ? Credential.Fixed.password(name, password) : new Credential.None();
  }
}
