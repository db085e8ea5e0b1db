package dev.muster.cli.faults;

import static dev.muster.cli.faults.EtcdGateway.coded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.testing.EtcdProcess;
import java.util.Base64;

/** Somebody else fills the etcd until it takes nothing more, and an administrator makes room. */
final class FullQuota {
  private static final String FILLER = "/fill/";
  private static final String PATIENT = "--command-timeout=50s";
  private static final int MOST = 200;

  private FullQuota() {}

  static Injected inject(FaultCluster cluster) {
    EtcdProcess member = cluster.leader();
    String large = Base64.getEncoder().encodeToString(new byte[1_000_000]);
    try (EtcdGateway etcd = new EtcdGateway(member.url())) {
      for (int i = 0; ; i++) {
        JsonNode answer =
            etcd.call(
                "/v3/kv/put",
                "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(coded(FILLER + i), large));
        if (answer.toString().contains("database space exceeded")) {
          break;
        }
        if (i > MOST) {
          throw new AssertionError("etcd does not get full: " + answer);
        }
      }
    }
    return new Injected("the quota of etcd is full", false, () -> makeRoom(cluster, member));
  }

  /** What happened is read before history is gone. */
  private static void makeRoom(FaultCluster cluster, EtcdProcess member) {
    member.ctl(PATIENT, "del", "--prefix", FILLER);
    cluster.log().readOn(member.url());
    member.ctl(PATIENT, "compact", "--physical", Long.toString(cluster.log().known()));
    cluster.etcds().forEach(each -> each.ctl(PATIENT, "defrag"));
    member.ctl(PATIENT, "alarm", "disarm");
  }
}
