package dev.muster.cli.access;

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
import java.util.ArrayList;
import java.util.List;

/** The roles and bindings that a question is about. */
record RbacPolicy(RbacIndex index) {
  private static final String LISTS = "/apis/rbac.authorization.k8s.io/v1/";

  RbacSnapshot snapshot() {
    return index.snapshot();
  }

  /** What files say, on top of the roles and bindings that every cluster starts with. */
  static RbacPolicy inFiles(List<Path> paths) throws IOException {
    List<RbacObject> objects = new ArrayList<>(DefaultPolicy.objects());
    objects.addAll(PolicyFiles.read(paths));
    RbacIndex index = new RbacIndex();
    index.putAll(Aggregation.apply(objects));
    return new RbacPolicy(index);
  }

  /** What a cluster has now; it must allow its user to list roles and bindings. */
  static RbacPolicy of(ClientConfig cluster) throws IOException, InterruptedException {
    List<RbacObject> objects = new ArrayList<>();
    try (RemoteServer server = new RemoteServer(cluster)) {
      for (RbacKind kind : RbacKind.values()) {
        ClusterLists.read(server, LISTS + kind.resource())
            .forEach(item -> objects.add(RbacJson.read(kind, item)));
      }
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return new RbacPolicy(index);
  }
}
