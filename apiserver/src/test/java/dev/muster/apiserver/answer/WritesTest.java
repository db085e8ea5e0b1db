package dev.muster.apiserver.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.ServerOfTheClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Creates, updates and patches of metadata that every kind has. */
class WritesTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static void play(String rows) {
    AnswerTable.play(
        SERVER.client(), rows.replace(" CM", " /api/v1/namespaces/default/configmaps"));
  }

  @Test
  void ofOwnersThatStandThereTwiceKeepOne() {
    String owner = "{'apiVersion':'v1','kind':'ConfigMap','name':'o','uid':'u1'}";
    String words =
        "; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u1";
    play(
        """
        POST  | CM        | {'metadata':{'name':'twice','ownerReferences':[OWNER,OWNER]}} | 201 | !.metadata.ownerReferences contains duplicate entriesWORDS
        PATCH | CM/twice  | merge {'metadata':{'ownerReferences':[OWNER,OWNER]}} | 200 | !.metadata.ownerReferences contains duplicate entries after mutating admission happensWORDS
        GET   | CM/twice  | | 200 | /metadata/ownerReferences/1=
        """
            .replace("OWNER", owner)
            .replace("WORDS", words));
  }

  @Test
  void withAVersionThatIsNoneCreate() {
    play(
        """
        POST | CM | {'metadata':{'name':'zero','resourceVersion':'0'}} | 201 |
        POST | CM | {'metadata':{'name':'word','resourceVersion':'x'}} | 201 |
        POST | CM | {'metadata':{'name':'one','resourceVersion':'1'}} | 400 | resourceVersion should not be set on objects to be created
        """);
  }

  @Test
  void intoANamespaceThatGoesNameThePrefixOfTheName() {
    play(
        """
        POST | /api/v1/namespaces | {'metadata':{'name':'going'}} | 201 |
        DELETE | /api/v1/namespaces/going | | 200 |
        POST | /api/v1/namespaces/going/configmaps | {'metadata':{'generateName':'c-'}} | 403 | configmaps "c-" is forbidden: unable to create new content in namespace going because it is being terminated
        """);
  }

  @Test
  void withoutAVersionAreRefusedByTheNameOfTheResourceWhereOneIsNeeded() {
    play(
        """
        PUT | LEASES/l | {'metadata':{'name':'l'}} | 201 |
        PUT | LEASES/l | {'metadata':{'name':'l'}} | 422 | leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update
        """
            .replace("LEASES", "/apis/coordination.k8s.io/v1/namespaces/default/leases"));
  }

  @Test
  void byPutCreateServicesAndLimitRanges() {
    play(
        """
        PUT | /api/v1/namespaces/default/services/s | {'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}} | 201 | /spec/type=ClusterIP
        PUT | /api/v1/namespaces/default/limitranges/l | {'metadata':{'name':'l'},'spec':{'limits':[]}} | 201 |
        PUT | /api/v1/namespaces/default/secrets/s | {'metadata':{'name':'s'}} | 404 | secrets "s" not found
        """);
  }

  @Test
  void areRefusedForOptionsInTheOrderOfTheRealServer() {
    play(
        """
        POST | CM?force=true | {'metadata':{'name':'forced'}} | 201 |
        PATCH | CM/forced?force=true | merge {} | 422 | PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch
        PATCH | CM/forced?dryRun=x&fieldManager=%C3%A9%C2%A0 | merge {} | 422 | PatchOptions.meta.k8s.io "" is invalid: [fieldManager: Invalid value: "é\\u00a0": invalid character U+00A0 (at position 2), dryRun: Unsupported value: ["x"]: supported values: "All"]
        PUT | CM/forced | {'metadata':{'name':'other','namespace':'elsewhere'}} | 400 | the namespace of the provided object does not match the namespace sent on the request
        POST | /api/v1/nodes | {'metadata':{'name':'n','namespace':'elsewhere'}} | 201 | /metadata/namespace=
        """);
  }

  @Test
  void ofScalesStandWhereTheObjectDoes() {
    play(
        """
        POST  | RC | {'metadata':{'name':'r'},'spec':{'selector':{'a':'b'},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}} | 201 |
        PUT   | RC/r/scale | {'metadata':{'name':'r'},'spec':{'replicas':2}} | 200 | /spec/replicas=2; /metadata/namespace=default
        PUT   | RC/r/scale | {'metadata':{'name':'r','namespace':'elsewhere'},'spec':{'replicas':3}} | 400 | the namespace of the provided object does not match the namespace sent on the request
        PUT   | RC/r/scale | {'metadata':{'name':'r','uid':'other'},'spec':{'replicas':3}} | 409 | /reason=Conflict; /details/kind=replicationcontrollers
        PUT   | RC/r/scale | {'metadata':{'name':'r'},'spec':{'replicas':-3}} | 422 | Scale.autoscaling "r" is invalid: spec.replicas: Invalid value: -3: must be greater than or equal to 0
        PATCH | RC/r/scale | merge {'metadata':{'name':'z'}} | 400 | the name of the object (z) does not match the name on the URL (r)
        """
            .replace("RC", "/api/v1/namespaces/default/replicationcontrollers"));
  }

  @Test
  void andReadsOfNamesThatCannotBeAreRefused() {
    play(
        """
        GET    | CM/..    | | 400 | Name parameter invalid: "..": may not be '..'
        DELETE | CM/a%25b | | 400 | Name parameter invalid: "a%b": may not contain '%'
        """);
  }

  @Test
  void ofServicesHaveTheFamiliesAndPortsThatAreGivenOut() {
    play(
        """
        POST | SVC | {'metadata':{'name':'free'},'spec':{'clusterIP':'None','ports':[{'port':80}]}} | 201 | /spec/ipFamilies=['IPv4','IPv6']; /spec/ipFamilyPolicy=RequireDualStack
        POST | SVC | {'metadata':{'name':'bound'},'spec':{'clusterIP':'None','selector':{'a':'b'},'ports':[{'port':80}]}} | 201 | /spec/ipFamilies=['IPv4']; /spec/ipFamilyPolicy=SingleStack
        POST | SVC | {'metadata':{'name':'six'},'spec':{'ipFamilies':['IPv6'],'ports':[{'port':80}]}} | 422 | Service "six" is invalid: spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster
        POST | SVC | {'metadata':{'name':'both'},'spec':{'ipFamilyPolicy':'RequireDualStack','ports':[{'port':80}]}} | 422 | Service "both" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services
        POST | SVC | {'metadata':{'name':'local'},'spec':{'type':'LoadBalancer','externalTrafficPolicy':'Local','ports':[{'port':80}]}} | 201 | /spec/externalTrafficPolicy=Local; /spec/healthCheckNodePort>0
        POST | SVC | {'metadata':{'name':'low'},'spec':{'type':'NodePort','ports':[{'port':80,'nodePort':80}]}} | 422 | Service "low" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767
        """
            .replace("SVC", "/api/v1/namespaces/default/services"));
  }

  @Test
  void thatWereRefusedTriedOrUndoneLeaveAddressesAndPortsToOthers() {
    String spec =
        "'spec':{'type':'NodePort','clusterIP':'10.96.0.77','ports':[{'port':80,'nodePort':30777}]}";
    play(
        """
        POST   | SVC            | {'metadata':{'name':'Odd'},SPEC} | 422 |
        POST   | SVC?dryRun=All | {'metadata':{'name':'tried'},SPEC} | 201 | /spec/clusterIP=10.96.0.77
        POST   | SVC            | {'metadata':{'name':'first'},SPEC} | 201 | /spec/ports/0/nodePort=30777
        POST   | SVC            | {'metadata':{'name':'second'},'spec':{'clusterIP':'10.96.0.77','ports':[{'port':80}]}} | 422 | Service "second" is invalid: spec.clusterIPs: Invalid value: ["10.96.0.77"]: failed to allocate IP 10.96.0.77: provided IP is already allocated
        POST   | SVC            | {'metadata':{'name':'second'},'spec':{'clusterIP':'010.96.00.77','ports':[{'port':80}]}} | 422 | Service "second" is invalid: spec.clusterIPs: Invalid value: ["010.96.00.77"]: failed to allocate IP 010.96.00.77: provided IP is already allocated
        POST   | SVC            | {'metadata':{'name':'second'},'spec':{'type':'NodePort','ports':[{'port':80,'nodePort':30777}]}} | 422 | Service "second" is invalid: spec.ports[0].nodePort: Invalid value: 30777: provided port is already allocated
        PATCH  | SVC/first      | merge {'spec':{'type':'ClusterIP'}} | 200 | /spec/ports/0/nodePort=
        POST   | SVC            | {'metadata':{'name':'second'},'spec':{'type':'NodePort','ports':[{'port':80,'nodePort':30777}]}} | 201 |
        DELETE | SVC/second     | | 200 |
        DELETE | SVC/first      | | 200 |
        POST   | SVC            | {'metadata':{'name':'third'},SPEC} | 201 | /spec/clusterIP=10.96.0.77; /spec/ports/0/nodePort=30777
        """
            .replace("SPEC", spec)
            .replace("SVC", "/api/v1/namespaces/default/services"));
  }

  @Test
  void ofClaimsFindTheClassAndGrowAsItAllows() {
    play(
        """
        POST  | SC  | {'metadata':{'name':'slow'},'provisioner':'p.example.com'} | 201 |
        POST  | PVC | {'metadata':{'name':'before'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}} | 201 | /spec/storageClassName=
        PATCH | SC/slow | merge {'metadata':{'annotations':{'storageclass.kubernetes.io/is-default-class':'true'}}} | 200 |
        POST  | PVC | {'metadata':{'name':'after'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}} | 201 | /spec/storageClassName=slow
        PATCH | PVC/after/status | merge {'status':{'phase':'Bound'}} | 200 |
        PATCH | PVC/after | merge {'spec':{'resources':{'requests':{'storage':'2Gi'}}}} | 403 | persistentvolumeclaims "after" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize
        PATCH | SC/slow | merge {'allowVolumeExpansion':true} | 200 |
        PATCH | PVC/after | merge {'spec':{'resources':{'requests':{'storage':'2Gi'}}}} | 200 |
        DELETE | SC/slow | | 200 |
        """
            .replace("PVC", "/api/v1/namespaces/default/persistentvolumeclaims")
            .replace("SC", "/apis/storage.k8s.io/v1/storageclasses"));
  }

  @Test
  void atTheSameTimeAreCountedOneByOneAgainstAQuota() throws Exception {
    play(
        """
        POST  | /api/v1/namespaces | {'metadata':{'name':'small'}} | 201 |
        POST  | NS/resourcequotas | {'metadata':{'name':'q'},'spec':{'hard':{'count/configmaps':'5'}}} | 201 |
        PATCH | NS/resourcequotas/q/status | merge {'status':{'hard':{'count/configmaps':'5'},'used':{'count/configmaps':'0'}}} | 200 |
        """
            .replace("NS", "/api/v1/namespaces/small"));
    List<Callable<Integer>> writes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      byte[] map = "{\"metadata\":{\"name\":\"m%d\"}}".formatted(i).getBytes(UTF_8);
      writes.add(
          () ->
              SERVER
                  .client()
                  .send(
                      "POST",
                      "/api/v1/namespaces/small/configmaps",
                      map,
                      Map.of("Content-Type", List.of("application/json")))
                  .status());
    }
    List<Integer> codes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> code : threads.invokeAll(writes)) {
        codes.add(code.get());
      }
    }
    assertThat(codes).containsOnly(201, 403);
    assertThat(codes.stream().filter(code -> code == 201)).hasSize(5);
    play(
        """
        GET  | NS/resourcequotas/q | | 200 | /status/used/count~1configmaps=5
        POST | NS/configmaps | {'metadata':{'name':'more'}} | 403 | configmaps "more" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=5, limited: count/configmaps=5
        """
            .replace("NS", "/api/v1/namespaces/small"));
  }

  @Test
  void theServersOwnServiceHasAnAddressRange() {
    play(
        """
        GET | /apis/networking.k8s.io/v1/servicecidrs/kubernetes | | 200 | /spec/cidrs=['10.96.0.0/12']; /status/conditions/0/type=Ready; /status/conditions/0/status=True
        GET | /api/v1/namespaces/default/services/kubernetes | | 200 | /spec/clusterIP=10.96.0.1
        """);
  }

  @Test
  void ofJobsLabelThemAsTheirPods() {
    play(
        """
        POST | /apis/batch/v1/namespaces/default/jobs | {'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}} | 201 | /metadata/labels/job-name=j
        """);
  }
}
