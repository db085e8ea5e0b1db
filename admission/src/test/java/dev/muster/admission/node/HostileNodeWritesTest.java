package dev.muster.admission.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A node that was taken over wants more than its own: each rule once kept and once broken. */
class HostileNodeWritesTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

  /** What, to which object, the object, the old object, and what is said to it. */
  static final List<String> RULES =
      """
      CREATE v1 Node n1              | {'metadata':{'name':'n1','labels':{'a':'b'}}}                   | -  | allowed
      CREATE v1 Node n2              | {'metadata':{'name':'n2'}}                                      | -  | node "n1" is not allowed to modify node "n2"
      CREATE v1 Node n1              | {'spec':{'configSource':{}}}                                    | -  | node "n1" is not allowed to create pods with a non-nil configSource
      CREATE v1 Node n1              | {'metadata':{'labels':{'x.k8s.io/b':'','a.kubernetes.io/a':''}}} | - | node "n1" is not allowed to set the following labels: a.kubernetes.io/a, x.k8s.io/b
      UPDATE v1 Node n1              | {'spec':{'unschedulable':true}}                                 | {} | allowed
      UPDATE v1 Node n2              | {}                                                              | {} | node "n1" is not allowed to modify node "n2"
      UPDATE v1 Node n1              | {'spec':{'configSource':{'a':1}}}                               | {} | node "n1" is not allowed to update configSource to a new non-nil configSource
      UPDATE v1 Node n1              | {}                                     | {'spec':{'configSource':{'a':1}}} | allowed
      UPDATE v1 Node n1              | {}                                     | {'spec':{'taints':[{'key':'a'}]}} | node "n1" is not allowed to modify taints
      UPDATE v1 Node n1              | {'spec':{'taints':[{'key':'a'}]}}                               | {} | node "n1" is not allowed to modify taints
      UPDATE v1 Node n1              | {'metadata':{'ownerReferences':[{'name':'gone'}]}}              | {} | node "n1" is not allowed to modify ownerReferences
      UPDATE v1 Node n1              | {}                    | {'metadata':{'ownerReferences':[{'name':'a'}]}}    | node "n1" is not allowed to modify ownerReferences
      UPDATE v1 Node/status n1       | {'metadata':{'ownerReferences':[{'name':'gone'}]}}              | {} | node "n1" is not allowed to modify ownerReferences
      UPDATE v1 Node n1              | {'metadata':{'labels':{'kubernetes.io/os':'x'}}}                | {} | allowed
      UPDATE v1 Node n1              | {'metadata':{'labels':{'node-role.kubernetes.io/x':''}}}        | {} | is not allowed to modify labels: node-role.kubernetes.io/x
      UPDATE v1 Node/status n1       | {'metadata':{'labels':{'node-restriction.kubernetes.io/x':''}}} | {} | is not allowed to modify labels: node-restriction.kubernetes.io/x
      DELETE v1 Node n2              | -                                                               | {} | node "n1" is not allowed to modify node "n2"
      CREATE v1 Pod new              | MIRROR {}                                                       | -  | allowed
      CREATE v1 Pod new              | {'spec':{'nodeName':'n1'}}                                      | -  | pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods
      CREATE v1 Pod new              | MIRROR {'nodeName':'n2'}                                        | -  | node "n1" can only create pods with spec.nodeName set to itself
      CREATE v1 Pod new              | OWNER {}                                                        | -  | node "n1" can only create pods with an owner reference set to itself
      CREATE v1 Pod new              | OWNERS {}                                                       | -  | node "n1" can only create pods with a single owner reference set to itself
      CREATE v1 Pod new              | OWNER {'apiVersion':'v1','kind':'Node','name':'n1'}             | -  | node "n1" can only create pods with a controller owner reference set to itself
      CREATE v1 Pod new              | OWNER {'apiVersion':'v1','kind':'Node','name':'n1','controller':true,'blockOwnerDeletion':true} | - | node "n1" must not set blockOwnerDeletion on an owner reference
      CREATE v1 Pod new              | OWNER {'apiVersion':'v1','kind':'Node','name':'n1','controller':true,'uid':'u-2'} | - | node n1 UID mismatch: expected u-2 got u-1
      CREATE v1 Pod new              | MIRROR {'serviceAccountName':'a'}                               | -  | node "n1" can not create pods that reference serviceaccounts
      CREATE v1 Pod new              | MIRROR {'imagePullSecrets':[{'name':'a'}]}                      | -  | node "n1" can not create pods that reference secrets
      CREATE v1 Pod new              | MIRROR {'containers':[{'envFrom':[{'configMapRef':{'name':'a'}}]}]} | - | node "n1" can not create pods that reference configmaps
      CREATE v1 Pod new              | MIRROR {'resourceClaims':[{'name':'a'}]}                        | -  | node "n1" can not create pods that reference resourceclaims
      CREATE v1 Pod new              | VOLUME {'hostPath':{'path':'/'}}                                | -  | allowed
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'downwardAPI':{}}]}}           | -  | allowed
      CREATE v1 Pod new              | VOLUME {'configMap':{}}                                         | -  | node "n1" can not create pods that reference configmaps (via configmap volumes)
      CREATE v1 Pod new              | VOLUME {'secret':{}}                                            | -  | node "n1" can not create pods that reference secrets (via secret volumes)
      CREATE v1 Pod new              | VOLUME {'csi':{'driver':'d'}}                                   | -  | node "n1" can not create pods that reference csidrivers (via CSI volumes)
      CREATE v1 Pod new              | VOLUME {'glusterfs':{}}                                         | -  | node "n1" can not create pods that reference endpoints (via glusterFS volumes)
      CREATE v1 Pod new              | VOLUME {'persistentVolumeClaim':{'claimName':'c'}}              | -  | node "n1" can not create pods that reference persistentvolumeclaims
      CREATE v1 Pod new              | VOLUME {'ephemeral':{}}                                         | -  | node "n1" can not create pods that reference persistentvolumeclaims (via ephemeral volumes)
      CREATE v1 Pod new              | VOLUME {'azureFile':{}}                                         | -  | node "n1" can not create pods that reference secrets (via azureFile volumes)
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'configMap':{}}]}}             | -  | node "n1" can not create pods that reference configmaps (via projected volumes)
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'secret':{}}]}}                | -  | node "n1" can not create pods that reference secrets (via projected volumes)
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'serviceAccountToken':{}}]}}   | -  | node "n1" can not create pods that reference serviceaccounts (via projected volumes)
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'clusterTrustBundle':{}}]}}    | -  | node "n1" can not create pods that reference clustertrustbundles
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'podCertificate':{}}]}}        | -  | node "n1" can not create pods that reference podcertificates
      CREATE v1 Pod new              | VOLUME {'projected':{'sources':[{'later':{}}]}}                 | -  | error checking mirror pod for API references: unknown source for projected volume "v"
      CREATE v1 Pod new              | VOLUME {'later':{}}                                             | -  | error checking mirror pod for API references: unknown volume type for volume  "v"
      UPDATE v1 Pod mine             | {}                                                              | {} | unexpected operation "UPDATE", node "n1" can only create and delete mirror pods
      DELETE v1 Pod mine             | -                                                               | {} | allowed
      DELETE v1 Pod other            | -                                                               | {} | node "n1" can only delete pods with spec.nodeName set to itself
      DELETE v1 Pod gone             | -                                                               | {} | = pods "gone" not found
      UPDATE v1 Pod/status mine      | {'status':{'phase':'Running'}}     | {'spec':{'nodeName':'n1'}}          | allowed
      UPDATE v1 Pod/status other     | {'spec':{'nodeName':'n1'}}         | {'spec':{'nodeName':'n2'}}          | node "n1" can only update pod status for pods with spec.nodeName set to itself
      UPDATE v1 Pod/status mine      | {'metadata':{'labels':{'a':'b'}}}  | {'spec':{'nodeName':'n1'}}          | node "n1" cannot update labels through pod status
      UPDATE v1 Pod/status mine      | {'status':{'resourceClaimStatuses':[{'name':'a'}]}}         | {'spec':{'nodeName':'n1'}} | node "n1" cannot update resource claim statues
      UPDATE v1 Pod/status mine      | {'status':{'extendedResourceClaimStatus':{'resourceClaimName':'a'}}} | {'spec':{'nodeName':'n1'}} | node "n1" cannot update extended resource claim status
      CREATE v1 Pod/status mine      | {}                                                              | -  | unexpected operation "CREATE"
      CREATE v1 Pod/eviction mine    | {}                                                              | -  | allowed
      CREATE v1 Pod/eviction other   | {}                                                              | -  | node n1 can only evict pods with spec.nodeName set to itself
      CREATE v1 Pod/eviction gone    | {}                                                              | -  | = pods "gone" not found
      UPDATE v1 Pod/eviction mine    | {}                                                              | {} | unexpected operation UPDATE
      CREATE v1 Pod/binding mine     | {}                                                              | -  | unexpected pod subresource "binding", only 'status' and 'eviction' are allowed
      UPDATE v1 Pod/resize mine      | {}                                                              | {} | unexpected pod subresource "resize", only 'status' and 'eviction' are allowed
      UPDATE v1 Pod/ephemeralcontainers mine | {}                                                      | {} | unexpected pod subresource "ephemeralcontainers", only 'status' and 'eviction' are allowed
      CONNECT v1 Pod/exec mine       | {}                                                              | -  | allowed
      UPDATE v1 PersistentVolumeClaim c | {}                                                           | {} | may only update PVC status
      CREATE v1 PersistentVolumeClaim c | {}                                                           | -  | may only update PVC status
      UPDATE v1 PersistentVolumeClaim/status c | {'status':{'capacity':{'storage':'2Gi'},'conditions':[{}],'allocatedResources':{'storage':'1'}}} | {'status':{}} | allowed
      UPDATE v1 PersistentVolumeClaim/status c | {'status':{'phase':'Bound'}}                          | {} | ~ node "n1" is not allowed to update fields other than status.quantity and status.conditions
      UPDATE v1 PersistentVolumeClaim/status c | {'metadata':{'finalizers':['a']}}                     | {} | ~ node "n1" is not allowed to update fields other than status.quantity and status.conditions
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'mine','uid':'p-1'}}} | - | allowed
      CREATE v1 ServiceAccount/token a | {}                                                            | -  | node requested token not bound to a pod
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Node','name':'n1','uid':'u-1'}}} | - | node requested token not bound to a pod
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'mine'}}} | - | node requested token with a pod binding without a uid
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'gone','uid':'x'}}} | - | = pods "gone" not found
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'mine','uid':'x'}}} | - | the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated
      CREATE v1 ServiceAccount/token a | {'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'other','uid':'p-2'}}} | - | node requested token bound to a pod scheduled on a different node
      CREATE v1 ServiceAccount/token a | AUDIENCES ['vault']                                           | -  | allowed
      CREATE v1 ServiceAccount/token a | AUDIENCES ['granted']                                         | -  | allowed
      CREATE v1 ServiceAccount/token a | AUDIENCES ['vault','vault']                                   | -  | node may only request 0 or 1 audiences
      CREATE v1 ServiceAccount/token a | AUDIENCES ['x']                                               | -  | audience "x" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience
      CREATE v1 ServiceAccount/token a | AUDIENCES ['broken']                                          | -  | audience "broken" not found in pod spec volume, error authorizing system:node:n1 to request tokens for this audience: no answer
      CREATE v1 ServiceAccount/token a | {'spec':{'audiences':['x'],'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'claims','uid':'p-3'}}} | - | error validating audience "x": persistentvolumeclaim "c" not found
      CREATE v1 ServiceAccount/token a | CSI ['ebs']                                                   | -  | allowed
      CREATE v1 ServiceAccount/token a | CSI ['files']                                                 | -  | allowed
      CREATE v1 ServiceAccount/token a | CSI ['disks']                                                 | -  | error validating audience "disks": [kind(Shared) is not supported in csi migration, failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://zone/x)]
      UPDATE v1 ServiceAccount a     | {}                                                              | {} | allowed
      UPDATE coordination.k8s.io/v1 Lease n1 | {}                                                      | {} | can only access leases in the "kube-node-lease" system namespace
      CREATE storage.k8s.io/v1 CSINode n1 | {'metadata':{'name':'n1'}}                                 | -  | allowed
      CREATE storage.k8s.io/v1 CSINode n2 | {'metadata':{'name':'n2'}}                                 | -  | can only access CSINode with the same name as the requesting node
      DELETE storage.k8s.io/v1 CSINode n2 | -                                                          | {} | can only access CSINode with the same name as the requesting node
      CREATE resource.k8s.io/v1 ResourceSlice s | {'spec':{'nodeName':'n1'}}                           | -  | allowed
      CREATE resource.k8s.io/v1 ResourceSlice s | {'spec':{'nodeName':'n2'}}                           | -  | can only create ResourceSlice with the same NodeName as the requesting node
      CREATE resource.k8s.io/v1 ResourceSlice s | {'spec':{'allNodes':true}}                           | -  | can only create ResourceSlice with the same NodeName as the requesting node
      DELETE resource.k8s.io/v1 ResourceSlice s | -                           | {'spec':{'nodeName':'n1'}} | allowed
      DELETE resource.k8s.io/v1 ResourceSlice s | -                           | {'spec':{'nodeName':'n2'}} | can only delete ResourceSlice with the same NodeName as the requesting node
      CREATE certificates.k8s.io/v1 CertificateSigningRequest r | {'spec':{'signerName':'a/b'}}        | -  | allowed
      CREATE certificates.k8s.io/v1 CertificateSigningRequest r | {'spec':{'signerName':'kubernetes.io/kubelet-serving','request':'eA=='}} | - | ~ unable to parse csr:
      """
          .lines()
          .toList();

  private final MemoryCluster cluster =
      new MemoryCluster()
          .with(json("{'apiVersion':'v1','kind':'Node','metadata':{'name':'n1','uid':'u-1'}}"))
          .with(
              pod(
                  "mine",
                  "p-1",
                  "n1",
                  "{'projected':{'sources':[{'serviceAccountToken':{}},{'serviceAccountToken':{'audience':'vault'}}]}}"))
          .with(pod("other", "p-2", "n2", "{}"))
          .with(pod("claims", "p-3", "n1", "{'persistentVolumeClaim':{'claimName':'c'}}"))
          .with(
              pod(
                  "migrated",
                  "p-4",
                  "n1",
                  "{'azureDisk':{'kind':'Shared'}},{'awsElasticBlockStore':{'volumeID':'aws://zone/x'}},"
                      + "{'awsElasticBlockStore':{'volumeID':'aws://zone/vol-1'}},"
                      + "{'persistentVolumeClaim':{'claimName':'azure'}}"))
          .with(driver("ebs.csi.aws.com", "ebs"))
          .with(driver("file.csi.azure.com", "files"))
          .with(
              json(
                  "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'namespace':'ns','name':'azure'},'spec':{'volumeName':'pv'}}"))
          .with(
              json(
                  "{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'pv'},'spec':{'azureFile':{'secretName':'s'},'claimRef':{'namespace':'ns','name':'azure'}}}"));

  private static ObjectNode driver(String name, String audience) {
    return json(
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSIDriver','metadata':{'name':'%s'},'spec':{'tokenRequests':[{'audience':'%s'}]}}"
            .formatted(name, audience));
  }

  private static ObjectNode pod(String name, String uid, String node, String volume) {
    return json(
        "{'apiVersion':'v1','kind':'Pod','metadata':{'namespace':'ns','name':'%s','uid':'%s'},'spec':{'nodeName':'%s','volumes':[%s]}}"
            .formatted(name, uid, node, volume));
  }

  private NodeRestriction plugin(FeatureGates gates) {
    return new NodeRestriction(
        cluster,
        request ->
            switch (request.resource()) {
              case "granted" -> new Decision.Allow(() -> "test", "");
              case "broken" -> new Decision.NoOpinion("", List.of("no answer"));
              default -> Decision.NoOpinion.SILENT;
            },
        gates);
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void eachRule(String rule) {
    String[] cells = rule.split(" \\| ");
    String[] what = cells[0].strip().split(" ");
    String expected = cells[3].strip();
    Kind kind = kind(what);
    String answer = admit(FeatureGates.defaults(), "ns", what, cells[1].strip(), cells[2].strip());
    String refused = kind.qualifiedPlural() + " \"" + what[3] + "\" is forbidden: ";
    if (expected.startsWith("~ ")) {
      assertThat(answer).startsWith(refused + expected.substring(2));
    } else if (expected.startsWith("= ") || expected.equals("allowed")) {
      assertThat(answer).isEqualTo(expected.replaceFirst("^= ", ""));
    } else {
      assertThat(answer).isEqualTo(refused + expected);
    }
  }

  @Test
  void leasesOfNodes() {
    for (String name : List.of("n1", "n2")) {
      String[] what = {"UPDATE", "coordination.k8s.io/v1", "Lease", name};
      assertThat(admit(FeatureGates.defaults(), "kube-node-lease", what, "{}", "{}"))
          .isEqualTo(
              name.equals("n1")
                  ? "allowed"
                  : "leases.coordination.k8s.io \"n2\" is forbidden: can only access node lease with"
                      + " the same name as the requesting node");
    }
  }

  @Test
  void audiencesAreFreeWhereTheGateIsOff() {
    String[] what = {"CREATE", "v1", "ServiceAccount/token", "a"};
    for (FeatureGates gates :
        List.of(
            FeatureGates.of(KubeVersion.CURRENT, "ServiceAccountNodeAudienceRestriction=false"),
            FeatureGates.of(new KubeVersion(1, 32), ""))) {
      assertThat(admit(gates, "ns", what, "AUDIENCES ['x','y']", "-")).isEqualTo("allowed");
    }
  }

  @Test
  void anyCertificateMayBeAskedForWhereTheGateIsOn() {
    String[] what = {"CREATE", "certificates.k8s.io/v1", "CertificateSigningRequest", "r"};
    String body = "{'spec':{'signerName':'kubernetes.io/kubelet-serving','request':'eA=='}}";
    String gate = "AllowInsecureKubeletCertificateSigningRequests=true";
    for (FeatureGates gates :
        List.of(
            FeatureGates.of(KubeVersion.CURRENT, gate),
            FeatureGates.of(new KubeVersion(1, 30), ""))) {
      assertThat(admit(gates, "", what, body, "-")).isEqualTo("allowed");
    }
    assertThat(admit(FeatureGates.of(new KubeVersion(1, 31), ""), "", what, body, "-"))
        .contains("unable to parse csr");
  }

  private static Kind kind(String[] what) {
    return Objects.KINDS.byKind(what[1], what[2].split("/")[0]).orElseThrow();
  }

  private String admit(
      FeatureGates gates, String namespace, String[] what, String object, String old) {
    String[] part = what[2].split("/");
    try {
      plugin(gates)
          .admit(
              new AdmissionRequest(
                  Operation.valueOf(what[0]),
                  kind(what),
                  part.length > 1 ? part[1] : "",
                  namespace,
                  what[3],
                  object(object),
                  object(old),
                  User.of("system:node:n1", "system:nodes"),
                  false,
                  warning -> {}));
      return "allowed";
    } catch (ApiException e) {
      return e.status().message();
    }
  }

  /** What stands for larger objects is a word before the part that matters. */
  private static @Nullable ObjectNode object(String text) {
    String owner = "{'apiVersion':'v1','kind':'Node','name':'n1','uid':'u-1','controller':true}";
    String mirror =
        "{'metadata':{'annotations':{'kubernetes.io/config.mirror':'x'},'ownerReferences':[%s]},'spec':%s}";
    int space = text.indexOf(' ');
    String rest = text.substring(space + 1);
    return switch (space < 0 ? text : text.substring(0, space)) {
      case "-" -> null;
      case "MIRROR" -> {
        ObjectNode pod = json(mirror.formatted(owner, "{'nodeName':'n1'}"));
        pod.withObject("/spec").setAll(json(rest));
        yield pod;
      }
      case "OWNER" -> json(mirror.formatted(rest, "{'nodeName':'n1'}"));
      case "OWNERS" -> json(mirror.formatted(owner + "," + rest, "{'nodeName':'n1'}"));
      case "VOLUME" -> {
        ObjectNode volume = json(rest).put("name", "v");
        yield json(mirror.formatted(owner, "{'nodeName':'n1','volumes':[" + volume + "]}"));
      }
      case "CSI" ->
          json(
              "{'spec':{'audiences':%s,'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'migrated','uid':'p-4'}}}"
                  .formatted(rest));
      case "AUDIENCES" ->
          json(
              "{'spec':{'audiences':%s,'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'mine','uid':'p-1'}}}"
                  .formatted(rest));
      default -> json(text);
    };
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
