package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.User;
import dev.muster.cli.scratch.ScratchDirectory;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.ApiTransport;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.RuntimeConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An API server for the time of a test, with nothing but what every cluster starts with. */
final class TrialServer implements AutoCloseable {
  /** Who loads the policy, and asks about others. */
  static final User ADMIN = User.of("admin", User.MASTERS, "system:authenticated");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NOTHING = {};

  private final Path directory;
  private final ApiServer server;

  private TrialServer(Path directory, ApiServer server) {
    this.directory = directory;
    this.server = server;
  }

  /**
   * Starts one that serves and heeds these kinds.
   *
   * @param kinds of the objects that it will have: what is off by default is on for them
   * @param abac the policy file of mode ABAC, which is asked after RBAC
   */
  static TrialServer start(Set<String> kinds, Optional<Path> abac) throws IOException {
    Path directory = Files.createTempDirectory("muster-test");
    try {
      Path data = directory.resolve("data");
      return new TrialServer(directory, ApiServer.start(config(data, kinds, abac)));
    } catch (IOException | RuntimeException e) {
      ScratchDirectory.delete(directory);
      throw e;
    }
  }

  private static ServerConfig config(Path data, Set<String> kinds, Optional<Path> abac) {
    boolean mutating = kinds.contains("MutatingAdmissionPolicy");
    ServerConfig config =
        ServerConfig.in(data)
            .onPort(0)
            .with(
                new ApiFeatures(
                    FeatureGates.of(
                        KubeVersion.CURRENT, mutating ? "MutatingAdmissionPolicy=true" : ""),
                    true));
    if (mutating) {
      String group = "admissionregistration.k8s.io/";
      config =
          config.with(
              RuntimeConfig.parse(List.of(group + "v1beta1=true", group + "v1alpha1=true")));
    }
    if (kinds.contains("PodSecurityPolicy")) {
      config = config.with(new Admission(Set.of("PodSecurityPolicy"), Set.of()));
    }
    return abac.isPresent()
        ? config.with(Authorization.by("RBAC", "ABAC").withPolicyFile(abac.get()))
        : config;
  }

  /** Sends a request as somebody; every answer is one, also a refusal. */
  TrialAnswer send(User user, String method, String path, JsonNode body) throws IOException {
    byte[] bytes = body.isMissingNode() ? NOTHING : JSON.writeValueAsBytes(body);
    String type = bytes.length == 0 ? "" : "application/json";
    try (ApiTransport transport = server.connectionAs(user)) {
      ApiReply reply = transport.send(new ApiRequest(method, path, type, bytes, false));
      try (InputStream in = reply.body()) {
        return new TrialAnswer(reply.status(), JSON.readTree(in.readAllBytes()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    ScratchDirectory.delete(directory);
  }
}
