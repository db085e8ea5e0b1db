package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The roles and bindings that a question is about. */
record RbacPolicy(RbacSnapshot snapshot) {
  private static final String LISTS = "/apis/rbac.authorization.k8s.io/v1/";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LONGEST_LIST = 512 << 20;

  /** What files say, on top of the roles and bindings that every cluster starts with. */
  static RbacPolicy inFiles(List<Path> paths) throws IOException {
    List<RbacObject> objects = new ArrayList<>(DefaultPolicy.objects());
    objects.addAll(PolicyFiles.read(paths));
    RbacIndex index = new RbacIndex();
    index.putAll(Aggregation.apply(objects));
    return new RbacPolicy(index.snapshot());
  }

  /** What a cluster has now; it must allow its user to list roles and bindings. */
  static RbacPolicy of(ClientConfig cluster) throws IOException, InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    List<RbacObject> objects = new ArrayList<>();
    try (RemoteServer server = new RemoteServer(cluster)) {
      for (RbacKind kind : RbacKind.values()) {
        String path = LISTS + kind.resource();
        RemoteServer.Answer answer = server.send(path, null, PATIENCE, LONGEST_LIST);
        JsonNode body = mapper.readTree(answer.body());
        if (answer.code() != 200) {
          throw new IOException(
              server.url() + path + ": " + body.path("message").asText("status " + answer.code()));
        }
        body.path("items").forEach(item -> objects.add(RbacJson.read(kind, item)));
      }
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return new RbacPolicy(index.snapshot());
  }
}
