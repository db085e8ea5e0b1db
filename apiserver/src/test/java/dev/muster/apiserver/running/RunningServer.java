package dev.muster.apiserver.running;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.Limits;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocket;

/** A server on a free port, with RBAC and one token of a member of system:masters. */
public final class RunningServer implements AutoCloseable {
  private static final String TOKEN = "let-me-in";

  private final ApiServer server;
  private final Client admin;

  private RunningServer(ApiServer server) {
    this.server = server;
    this.admin = new Client(server.url(), TOKEN);
  }

  /** As the recorded servers ran: alone, no controllers, no service account admission. */
  public static RunningServer alone(Path directory) throws IOException {
    return start(directory, Set.of("ServiceAccount"), Set.of());
  }

  /** As the recorded server ran on which policies could change objects; alone. */
  public static RunningServer withMutatingPolicies(Path directory) throws IOException {
    return configured(
        directory,
        config ->
            config
                .with(new Admission(Set.of(), Set.of("ServiceAccount")))
                .with(Background.of(Set.of()))
                .with(
                    RuntimeConfig.parse(
                        List.of(
                            "admissionregistration.k8s.io/v1beta1=true",
                            "admissionregistration.k8s.io/v1alpha1=true")))
                .with(
                    new ApiFeatures(
                        FeatureGates.of(KubeVersion.CURRENT, "MutatingAdmissionPolicy=true"),
                        true)));
  }

  /** As the recorded server ran that had a controller manager, with fewer controllers. */
  public static RunningServer recordedWithControllers(Path directory) throws IOException {
    return start(
        directory,
        Set.of("ServiceAccount"),
        Set.of(
            "*",
            "-node-lifecycle-controller",
            "-taint-eviction-controller",
            "-root-ca-certificate-publisher-controller"));
  }

  /** With all controllers, as {@code muster up} runs it. */
  public static RunningServer withControllers(Path directory) throws IOException {
    return start(directory, Set.of(), Set.of("*"));
  }

  private static RunningServer start(
      Path directory, Set<String> disabledPlugins, Set<String> controllers) throws IOException {
    return configured(
        directory,
        config ->
            config.with(new Admission(Set.of(), disabledPlugins)).with(Background.of(controllers)));
  }

  /** As {@code change} wants it; the port and the token file are given. */
  public static RunningServer configured(Path directory, UnaryOperator<ServerConfig> change)
      throws IOException {
    Path tokens = directory.resolve("tokens.csv");
    Files.writeString(tokens, TOKEN + ",admin,1,\"system:masters\"\n");
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(Authentication.defaults().withTokenFile(tokens))
            .with(Admission.without("ServiceAccount"));
    return new RunningServer(ApiServer.start(change.apply(config)));
  }

  /**
   * With tenants mallory and bob, who may do anything, and eve, who may nothing, and with {@link
   * SlowWidgets}.
   *
   * @param change of the limits that servers have otherwise
   * @param validation how widgets are validated
   */
  public static RunningServer withTenants(
      Path directory, UnaryOperator<Limits> change, Runnable validation) throws IOException {
    Path tokens = directory.resolve("users.csv");
    Files.writeString(
        tokens,
        """
        %s,admin,1,"system:masters"
        mallory,mallory,2,"tenants"
        bob,bob,3,"tenants"
        eve,eve,4
        """
            .formatted(TOKEN));
    RunningServer server =
        configured(
            directory,
            config ->
                config
                    .with(Authentication.defaults().withTokenFile(tokens))
                    .with(change.apply(Limits.defaults())));
    server.makeAdmins("tenants");
    server.add(SlowWidgets.kind(validation));
    return server;
  }

  public ApiServer server() {
    return server;
  }

  /** Serves one more kind. */
  public void add(Kind kind) {
    server.add(kind);
  }

  /** Of the administrator. */
  public Path kubeconfig() {
    return server.kubeconfig();
  }

  /** The text of one for another user. */
  public String kubeconfigFor(String user, List<String> groups) {
    return server.kubeconfigFor(user, groups);
  }

  public String url() {
    return server.url();
  }

  public int port() {
    return java.net.URI.create(url()).getPort();
  }

  /** A TLS connection that speaks whatever the test writes to it. */
  public SSLSocket connect() throws IOException {
    SSLSocket socket =
        (SSLSocket) TrustAll.context().getSocketFactory().createSocket("localhost", port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** A client that sends the administrator's token unless told otherwise. */
  public Client client() {
    return admin;
  }

  /** A client that sends this token. */
  public Client client(String token) {
    return new Client(url(), token);
  }

  /** Binds a group to the role cluster-admin: its members may do everything, in fair shares. */
  public void makeAdmins(String group) {
    Answer answer =
        admin.json(
            "POST",
            "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
            """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",
             "metadata":{"name":"%1$s"},
             "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",
                        "name":"cluster-admin"},
             "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"%1$s"}]}
            """
                .formatted(group));
    if (answer.status() != 201) {
      throw new AssertionError(answer.body());
    }
  }

  @Override
  public void close() {
    admin.close();
    server.close();
  }
}
