package dev.muster.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.proxy.PeerRanges;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableConfigMap;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which node's pods have which addresses: one ConfigMap, written over exactly the version that was
 * looked at, so that no two nodes get the same. Entries stay when a node goes, and are its own when
 * it comes back.
 *
 * @param admin who may write it; nodes may not
 * @param node this one's name
 */
record PodRangeClaims(ApiClient admin, String node) {
  private static final String MAPS = "/api/v1/namespaces/kube-system/configmaps";
  private static final String MAP = MAPS + "/" + PeerRanges.CONFIG_MAP;
  private static final int CONFLICT = 409;

  /** What is known at one moment. */
  final class Seen {
    private final ObjectNode map;
    private final Map<String, String> ranges;

    private Seen(ObjectNode map) {
      this.map = map;
      this.ranges = CoreV1.ConfigMap.of(map).data().textMap();
    }

    /** What this node has already. */
    Optional<Ipv4Range> own() {
      return Optional.ofNullable(ranges.get(node)).flatMap(Ipv4Range::parse);
    }

    /** What others have. */
    List<Ipv4Range> others() {
      return ranges.entrySet().stream()
          .filter(each -> !each.getKey().equals(node))
          .flatMap(each -> Ipv4Range.parse(each.getValue()).stream())
          .toList();
    }

    /** Makes a range this node's; false if another node was faster, and all has to be seen anew. */
    boolean claim(Ipv4Range range) throws IOException {
      if (own().filter(range::equals).isPresent()) {
        return true;
      }
      MutableConfigMap.of(map).data().map().put(node, range.toString());
      try {
        if (ObjectMeta.ofObject(map).resourceVersion().present()) {
          admin.replace(MAP, map);
        } else {
          admin.create(MAPS, map);
        }
        return true;
      } catch (ApiProblem e) {
        if (e.code() == CONFLICT) {
          return false;
        }
        throw e;
      }
    }
  }

  Seen look() throws IOException {
    try {
      return new Seen(admin.get(MAP));
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      MutableConfigMap map = MutableConfigMap.create().apiVersion("v1").kind("ConfigMap");
      map.metadata().ensure().name(PeerRanges.CONFIG_MAP);
      return new Seen(map.tree());
    }
  }

  /**
   * Shows the range where people look for it. It may be set once only, and nothing here reads it.
   */
  void show(Ipv4Range range) {
    MutableNode patch = MutableNode.create();
    patch.spec().ensure().podCIDR(range.toString()).podCIDRs().list().add(range.toString());
    try {
      admin.mergePatch("/api/v1/nodes/" + node, patch.tree());
    } catch (IOException e) {
      System.err.println("muster: the node does not show its range of pods: " + e.getMessage());
    }
  }
}
