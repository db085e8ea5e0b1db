package dev.muster.apiserver.admission;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * One request that admission has to hear of.
 *
 * @param info what it is about
 * @param path with its query
 * @param type the body's
 * @param body in which single quotes stand for double ones; {@code =} for what the path shows now
 * @param name that admission hears
 * @param old whether there is an old object
 */
record AdmittedRequest(
    RequestInfo info, String path, String type, String body, String name, boolean old) {

  /** Method, path, name, whether there is an old object, body. */
  private static final String REQUESTS =
      """
      POST   | /api/v1/namespaces/ns/configmaps                          | new   | -   | {'metadata':{'name':'new'}}
      PUT    | /api/v1/namespaces/ns/configmaps/c                        | c     | old | =
      PATCH  | /api/v1/namespaces/ns/configmaps/c                        | c     | old | {}
      DELETE | /api/v1/namespaces/ns/configmaps/c                        | c     | old |
      DELETE | /api/v1/namespaces/ns/configmaps                          |       | old |
      POST   | /api/v1/namespaces                                        | other | -   | {'metadata':{'name':'other'}}
      PUT    | /api/v1/namespaces/ns                                     | ns    | old | =
      DELETE | /api/v1/namespaces/ns                                     | ns    | old |
      PUT    | /api/v1/namespaces/ns/status                              | ns    | old | =
      PATCH  | /api/v1/namespaces/ns/status                              | ns    | old | {}
      PUT    | /api/v1/namespaces/ns/finalize                            | ns    | old | {'metadata':{'name':'ns'}}
      POST   | /api/v1/namespaces/ns/pods/p/exec?command=id&stdin=1      | p     | -   |
      GET    | /api/v1/namespaces/ns/pods/p/exec?command=id&stdout=true  | p     | -   |
      POST   | /api/v1/namespaces/ns/pods/p/attach?container=c           | p     | -   |
      GET    | /api/v1/namespaces/ns/pods/p/attach?container=c           | p     | -   |
      POST   | /api/v1/namespaces/ns/pods/p/portforward                  | p     | -   |
      GET    | /api/v1/namespaces/ns/pods/p/portforward?ports=80         | p     | -   |
      POST   | /api/v1/namespaces/ns/pods/none/exec?command=id           | none  | -   |
      POST   | /api/v1/namespaces/ns/pods/p/proxy                        | p     | -   |
      DELETE | /api/v1/namespaces/ns/pods/p/proxy/a                      | p     | -   |
      GET    | /api/v1/namespaces/ns/pods/p/proxy/a/b                    | p     | -   |
      PATCH  | /api/v1/namespaces/ns/pods/p/proxy/                       | p     | -   | {}
      PUT    | /api/v1/namespaces/ns/pods/p/proxy/                       | p     | -   | {}
      POST   | /api/v1/namespaces/ns/services/s/proxy                    | s     | -   |
      DELETE | /api/v1/namespaces/ns/services/s/proxy                    | s     | -   |
      GET    | /api/v1/namespaces/ns/services/s/proxy                    | s     | -   |
      PATCH  | /api/v1/namespaces/ns/services/s/proxy                    | s     | -   | {}
      PUT    | /api/v1/namespaces/ns/services/s/proxy                    | s     | -   | {}
      POST   | /api/v1/nodes/n/proxy/run                                 | n     | -   |
      DELETE | /api/v1/nodes/n/proxy/run                                 | n     | -   |
      GET    | /api/v1/nodes/n/proxy/metrics                             | n     | -   |
      PATCH  | /api/v1/nodes/n/proxy/run                                 | n     | -   | {}
      PUT    | /api/v1/nodes/n/proxy/run                                 | n     | -   | {}
      PUT    | /api/v1/namespaces/ns/pods/p/status                       | p     | old | =
      PATCH  | /api/v1/namespaces/ns/pods/p/status                       | p     | old | {}
      PUT    | /api/v1/namespaces/ns/pods/p/ephemeralcontainers          | p     | old | =
      PATCH  | /api/v1/namespaces/ns/pods/p/ephemeralcontainers          | p     | old | {}
      PUT    | /api/v1/namespaces/ns/pods/p/resize                       | p     | old | =
      PATCH  | /api/v1/namespaces/ns/pods/p/resize                       | p     | old | {}
      POST   | /api/v1/namespaces/ns/pods/p/binding                      | p     | -   | {'metadata':{'name':'p'},'target':{'name':'n'}}
      POST   | /api/v1/namespaces/ns/bindings                            | p     | -   | {'metadata':{'name':'p'},'target':{'name':'n'}}
      POST   | /api/v1/namespaces/ns/pods/p/eviction                     | p     | -   | {'metadata':{'name':'p'}}
      POST   | /api/v1/namespaces/ns/serviceaccounts/robot/token         | robot | -   | {}
      PUT    | /api/v1/namespaces/ns/replicationcontrollers/w/scale      | w     | old | =
      PATCH  | /api/v1/namespaces/ns/replicationcontrollers/w/scale      | w     | old | {'spec':{'replicas':7}}
      PUT    | /apis/apps/v1/namespaces/ns/deployments/w/scale           | w     | old | =
      PATCH  | /apis/apps/v1/namespaces/ns/deployments/w/scale           | w     | old | {'spec':{'replicas':7}}
      PUT    | /apis/apps/v1/namespaces/ns/replicasets/w/scale           | w     | old | =
      PUT    | /apis/apps/v1/namespaces/ns/statefulsets/w/scale          | w     | old | =
      PUT    | /apis/certificates.k8s.io/v1/certificatesigningrequests/csr/approval | csr | old | =
      PATCH  | /apis/certificates.k8s.io/v1/certificatesigningrequests/csr/approval | csr | old | {}
      PUT    | /apis/autoscaling/v1/namespaces/ns/horizontalpodautoscalers/h        | h   | old | =
      PUT    | /apis/autoscaling/v2/namespaces/ns/horizontalpodautoscalers/h        | h   | old | =
      """;

  static List<AdmittedRequest> all() {
    List<AdmittedRequest> out = new ArrayList<>();
    for (String line : REQUESTS.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      out.add(
          of(
              cells[0].strip(),
              cells[1].strip(),
              cells[2].strip(),
              cells[3].strip().equals("old"),
              cells[4].strip()));
    }
    return List.copyOf(out);
  }

  private static AdmittedRequest of(
      String method, String path, String name, boolean old, String body) {
    String bare = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    return new AdmittedRequest(
        RequestInfo.of(method, bare, Query.parse("")),
        path,
        method.equals("PATCH") ? "application/merge-patch+json" : "application/json",
        body,
        name,
        old);
  }

  String method() {
    return switch (info.verb()) {
      case "create" -> "POST";
      case "update" -> "PUT";
      case "patch" -> "PATCH";
      case "delete", "deletecollection" -> "DELETE";
      default -> "GET";
    };
  }

  Kind kind() {
    return KubernetesKinds.kinds().byResource(info.apiVersion(), info.resource()).orElseThrow();
  }

  AdmissionTable.Row row() {
    return AdmissionTable.row(info.resource(), info.subresource(), info.verb());
  }

  /** What admission sees as the object. */
  Target carries() {
    Kind kind = kind();
    return kind.subresource(info.subresource())
        .map(part -> Target.of(kind, part))
        .orElse(Target.of(kind));
  }

  @Override
  public String toString() {
    return method() + " " + path;
  }
}
