package dev.muster.apiserver.admission;

import java.util.ArrayList;
import java.util.List;

/**
 * Every request that is admitted: one row for each verb of the kinds that are stored, of the
 * questions that are only answered, and of each subresource. Reads are not in it.
 */
final class AdmissionTable {
  /**
   * What it is about, the verb, the operation that admission hears of, and the kind of the object
   * that it sees; {@code *} stands for any resource and for its own kind.
   */
  private static final String TABLE =
      """
      *                         | create           | CREATE  | *
      *                         | update           | UPDATE  | *
      *                         | patch            | UPDATE  | *
      *                         | delete           | DELETE  | *
      *                         | deletecollection | DELETE  | *
      */status                  | update           | UPDATE  | *
      */status                  | patch            | UPDATE  | *
      */scale                   | update           | UPDATE  | autoscaling/v1 Scale
      */scale                   | patch            | UPDATE  | autoscaling/v1 Scale
      namespaces/finalize       | update           | UPDATE  | *
      nodes/proxy               | create           | CONNECT | v1 NodeProxyOptions
      nodes/proxy               | delete           | CONNECT | v1 NodeProxyOptions
      nodes/proxy               | get              | CONNECT | v1 NodeProxyOptions
      nodes/proxy               | patch            | CONNECT | v1 NodeProxyOptions
      nodes/proxy               | update           | CONNECT | v1 NodeProxyOptions
      pods/attach               | create           | CONNECT | v1 PodAttachOptions
      pods/attach               | get              | CONNECT | v1 PodAttachOptions
      pods/binding              | create           | CREATE  | v1 Binding
      pods/ephemeralcontainers  | update           | UPDATE  | *
      pods/ephemeralcontainers  | patch            | UPDATE  | *
      pods/eviction             | create           | CREATE  | policy/v1 Eviction
      pods/exec                 | create           | CONNECT | v1 PodExecOptions
      pods/exec                 | get              | CONNECT | v1 PodExecOptions
      pods/portforward          | create           | CONNECT | v1 PodPortForwardOptions
      pods/portforward          | get              | CONNECT | v1 PodPortForwardOptions
      pods/proxy                | create           | CONNECT | v1 PodProxyOptions
      pods/proxy                | delete           | CONNECT | v1 PodProxyOptions
      pods/proxy                | get              | CONNECT | v1 PodProxyOptions
      pods/proxy                | patch            | CONNECT | v1 PodProxyOptions
      pods/proxy                | update           | CONNECT | v1 PodProxyOptions
      pods/resize               | update           | UPDATE  | *
      pods/resize               | patch            | UPDATE  | *
      serviceaccounts/token     | create           | CREATE  | authentication.k8s.io/v1 TokenRequest
      services/proxy            | create           | CONNECT | v1 ServiceProxyOptions
      services/proxy            | delete           | CONNECT | v1 ServiceProxyOptions
      services/proxy            | get              | CONNECT | v1 ServiceProxyOptions
      services/proxy            | patch            | CONNECT | v1 ServiceProxyOptions
      services/proxy            | update           | CONNECT | v1 ServiceProxyOptions
      certificatesigningrequests/approval | update | UPDATE  | *
      certificatesigningrequests/approval | patch  | UPDATE  | *
      """;

  private AdmissionTable() {}

  record Row(String about, String verb, String operation, String object) {
    /** Whether the row is for such a request. */
    boolean covers(String resource, String subresource, String wanted) {
      String part = subresource.isEmpty() ? "" : "/" + subresource;
      return verb.equals(wanted) && (about.equals(resource + part) || about.equals("*" + part));
    }
  }

  static List<Row> rows() {
    List<Row> out = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.split("\\|");
      out.add(new Row(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip()));
    }
    return out;
  }

  static Row row(String resource, String subresource, String verb) {
    return rows().stream()
        .filter(row -> row.covers(resource, subresource, verb))
        .findFirst()
        .orElseThrow(() -> new AssertionError(resource + "/" + subresource + " " + verb));
  }
}
