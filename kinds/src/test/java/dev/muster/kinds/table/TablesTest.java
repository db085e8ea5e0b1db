package dev.muster.kinds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final String POD_COLUMNS =
      "Name Ready Status Restarts Age IP Node Nominated Node Readiness Gates";
  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1/pods | running sidecar counts | {'spec':{'containers':[{'name':'a'}],'initContainers':[{'name':'s','restartPolicy':'Always'}]},'status':{'phase':'Running','initContainerStatuses':[{'name':'s','started':true,'ready':true,'restartCount':2,'lastState':{'terminated':{'finishedAt':'2026-01-01T00:55:00Z'}},'state':{'running':{}}}],'containerStatuses':[{'name':'a','ready':true,'restartCount':1,'state':{'running':{}}}]}} | ['p','2/2','Running','3 (5m ago)','60m','<none>','<none>','<none>','<none>']
          v1/pods | finished pod that goes away | {'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{'containers':[{}]},'status':{'phase':'Succeeded'}} | ['p','0/1','Succeeded','0','60m','<none>','<none>','<none>','<none>']
          v1/pods | lost pod that goes away | {'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{'containers':[{}]},'status':{'phase':'Running','reason':'NodeLost'}} | ['p','0/1','Unknown','0','60m','<none>','<none>','<none>','<none>']
          v1/pods | gates and address | {'spec':{'containers':[{}],'nodeName':'n','readinessGates':[{'conditionType':'a'},{'conditionType':'b'}]},'status':{'phase':'Pending','podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'}],'conditions':[{'type':'a','status':'True'}]}} | ['p','0/1','Pending','0','60m','10.0.0.1','n','<none>','1/2']
          v1/services | load balancer | {'spec':{'type':'LoadBalancer','clusterIP':'10.0.0.9','ports':[{'port':80,'nodePort':30000,'protocol':'TCP'},{'port':53,'protocol':'UDP'}],'selector':{'b':'2','a':'1'}},'status':{'loadBalancer':{'ingress':[{'ip':'192.0.2.1'}]}}} | ['p','LoadBalancer','10.0.0.9','192.0.2.1','80:30000/TCP,53/UDP','60m','a=1,b=2']
          v1/endpoints | more than fit | {'subsets':[{'addresses':[{'ip':'10.0.0.1'},{'ip':'10.0.0.2'}],'ports':[{'port':1},{'port':2}]}]} | ['p','10.0.0.1:1,10.0.0.2:1,10.0.0.1:2 + 1 more...','60m']
          v1/persistentvolumeclaims | bound | {'spec':{'volumeName':'v','storageClassName':'fast','volumeMode':'Filesystem'},'status':{'phase':'Bound','accessModes':['ReadWriteMany','ReadWriteOnce'],'capacity':{'storage':'1Gi'}}} | ['p','Bound','v','1Gi','RWO,RWX','fast','<unset>','60m','Filesystem']
          v1/serviceaccounts | none | {} | ['p',0,'60m']
          v1/namespaces | active | {'status':{'phase':'Active'}} | ['p','Active','60m']
          v1/resourcequotas | requests and limits | {'status':{'hard':{'pods':'4','limits.cpu':'2'},'used':{'pods':'1'}}} | ['p','pods: 1/4','limits.cpu: 0/2','60m']
          apps/v1/statefulsets | ready | {'spec':{'replicas':3,'template':{'spec':{'containers':[{'name':'a','image':'i'}]}}},'status':{'readyReplicas':1}} | ['p','1/3','60m','a','i']
          apps/v1/daemonsets | counts | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'spec':{'nodeSelector':{'z':'y'}}}},'status':{'desiredNumberScheduled':3}} | ['p',3,0,0,0,0,'z=y','60m','','','a=b']
          apps/v1/controllerrevisions | owned | {'metadata':{'ownerReferences':[{'apiVersion':'apps/v1','kind':'DaemonSet','name':'d','controller':true}]},'revision':4} | ['p','daemonset.apps/d',4,'60m']
          batch/v1/jobs | finished | {'spec':{'completions':2},'status':{'succeeded':2,'startTime':'2026-01-01T00:00:00Z','completionTime':'2026-01-01T00:01:30Z','conditions':[{'type':'Complete','status':'True'}]}} | ['p','Complete','2/2','90s','60m','','','<none>']
          batch/v1/jobs | work queue | {'spec':{'parallelism':3},'status':{'startTime':'2026-01-01T00:59:00Z'}} | ['p','Running','0/1 of 3','60s','60m','','','<none>']
          batch/v1/cronjobs | never ran | {'spec':{'schedule':'* * * * *','suspend':false}} | ['p','* * * * *','<none>','False',0,'<none>','60m','','','<none>']
          autoscaling/v2/horizontalpodautoscalers | two shown | {'spec':{'scaleTargetRef':{'kind':'Deployment','name':'d'},'maxReplicas':5,'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'averageUtilization':80}}},{'type':'Pods','pods':{'target':{'averageValue':'10'}}},{'type':'Odd'}]},'status':{'currentMetrics':[{'resource':{'current':{'averageUtilization':10}}}]}} | ['p','Deployment/d','cpu: 10%/80%, <unknown>/10 + 1 more...','<unset>',5,0,'60m']
          networking.k8s.io/v1/ingresses | many hosts | {'spec':{'tls':[{}],'rules':[{'host':'a'},{'host':'b'},{'host':'c'},{'host':'d'}]},'status':{'loadBalancer':{'ingress':[{'hostname':'x'}]}}} | ['p','<none>','a,b,c + 1 more...','x','80, 443','60m']
          policy/v1/poddisruptionbudgets | percentage | {'spec':{'maxUnavailable':'10%'},'status':{'disruptionsAllowed':1}} | ['p','N/A','10%',1,'60m']
          policy/v1beta1/podsecuritypolicies | rules | {'spec':{'privileged':true,'seLinux':{'rule':'RunAsAny'},'runAsUser':{'rule':'MustRunAs'},'fsGroup':{'rule':'RunAsAny'},'supplementalGroups':{'rule':'RunAsAny'},'allowedCapabilities':['A','B'],'volumes':['secret','*']}} | ['p','true','A,B','RunAsAny','MustRunAs','RunAsAny','RunAsAny',false,'secret,*']
          storage.k8s.io/v1/storageclasses | the default | {'metadata':{'annotations':{'storageclass.kubernetes.io/is-default-class':'true'}},'provisioner':'x'} | ['p (default)','x','Delete','Immediate',false,'60m']
          coordination.k8s.io/v1/leases | held | {'spec':{'holderIdentity':'me'}} | ['p','me','60m']
          certificates.k8s.io/v1/certificatesigningrequests | issued | {'spec':{'signerName':'s','username':'u','expirationSeconds':3600},'status':{'conditions':[{'type':'Approved'}],'certificate':'eA=='}} | ['p','60m','s','u','60m','Approved,Issued']
          discovery.k8s.io/v1/endpointslices | unset | {'addressType':'IPv4'} | ['p','IPv4','<unset>','<unset>','60m']
          events.k8s.io/v1/events | newer form | {'regarding':{'kind':'Pod','name':'x','fieldPath':'f'},'note':' m ','type':'Normal','reason':'R','reportingController':'c','reportingInstance':'i','eventTime':'2026-01-01T00:59:00.000000Z'} | ['60s','Normal','R','pod/x','f','c, i','m','60s',1,'p']
          flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations | limited | {'spec':{'type':'Limited','limited':{'nominalConcurrencyShares':30,'limitResponse':{'type':'Queue','queuing':{'queues':64,'handSize':8,'queueLengthLimit':50}}}}} | ['p','Limited',30,64,8,50,'60m']
          flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations | exempt | {'spec':{'type':'Exempt','exempt':{'nominalConcurrencyShares':5}}} | ['p','Exempt','<none>','<none>','<none>','<none>','60m']
          admissionregistration.k8s.io/v1/validatingadmissionpolicybindings | named parameter | {'spec':{'policyName':'q','paramRef':{'name':'r'}}} | ['p','q','*/r','60m']
          admissionregistration.k8s.io/v1/validatingadmissionpolicybindings | selected parameters | {'spec':{'policyName':'q','paramRef':{'selector':{'matchLabels':{'a':'b'},'matchExpressions':[{'key':'k','operator':'In','values':['x','y']}]}}}} | ['p','q','&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}','60m']
          apiextensions.k8s.io/v1/customresourcedefinitions | plain | {} | ['p','2026-01-01T00:00:00Z']
          """)
  void cells(String resource, String name, String object, String cells) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode tree = (ObjectNode) json.readTree(object.replace('\'', '"'));
    tree.withObject("metadata").put("name", "p").put("creationTimestamp", "2026-01-01T00:00:00Z");

    assertThat(Tables.of(kind(resource)).cells(tree, NOW).toString())
        .as(name)
        .isEqualTo(json.readTree(cells.replace('\'', '"')).toString());
  }

  @Test
  void everyKindPrintsAnEmptyObject() {
    for (Kind kind : KINDS.all()) {
      ObjectNode empty = JsonNodeFactory.instance.objectNode();
      Printer printer = Tables.of(kind);
      assertThat(printer.cells(empty, NOW)).hasSize(printer.columns().size());
      assertThat(printer.columns().stream().map(Column::name).collect(Collectors.toSet()))
          .as(kind.kind())
          .hasSize(printer.columns().size())
          .contains("Name");
    }
  }

  @Test
  void laterEventsOfAWatchDoNotRepeatTheColumns() {
    TableStream watch = watch("v1/secrets");
    ObjectNode empty = JsonNodeFactory.instance.objectNode();
    assertThat(header(watch.next(empty, NOW))).isEqualTo("Name Type Data Age");
    assertThat(header(watch.next(empty, NOW))).isEqualTo("null");
  }

  @Test
  void aListOfPodsHasTheIdentityColumnOnlyIfAnIdentityDiffers() throws IOException {
    TableAnswer answer = new TableAnswer(kind("v1/pods"), "v1", TableAnswer.Include.NONE);
    ObjectNode none = JsonNodeFactory.instance.objectNode();
    assertThat(header(answer.ofList(none, List.of(pod("True")), NOW))).isEqualTo(POD_COLUMNS);
    ObjectNode table = answer.ofList(none, List.of(pod("True"), pod("False")), NOW);
    assertThat(header(table)).isEqualTo(POD_COLUMNS + " Identity Mismatch");
    assertThat(table.at("/columnDefinitions/9/priority").asInt()).isEqualTo(1);
    assertThat(table.at("/rows/0/cells/9").asText()).isEqualTo("<none>");
    assertThat(table.at("/rows/1/cells/9").asText()).isEqualTo("main: other");
  }

  @Test
  void aWatchOfPodsDescribesTheIdentityColumnWhenItComesAndKeepsIt() throws IOException {
    TableStream watch = watch("v1/pods");
    assertThat(header(watch.next(pod("True"), NOW))).isEqualTo(POD_COLUMNS);
    assertThat(header(watch.next(pod("False"), NOW))).isEqualTo(POD_COLUMNS + " Identity Mismatch");
    ObjectNode later = watch.next(pod("True"), NOW);
    assertThat(header(later)).isEqualTo("null");
    assertThat(later.at("/rows/0/cells/9").asText()).isEqualTo("<none>");
  }

  private static TableStream watch(String resource) {
    return new TableStream(new TableAnswer(kind(resource), "v1", TableAnswer.Include.NONE));
  }

  private static ObjectNode pod(String asPredicted) throws IOException {
    return (ObjectNode)
        new ObjectMapper()
            .readTree(
                """
                {"status":{"conditions":[
                  {"type":"identity.muster.dev/AsPredicted","status":"%s","message":"main: other"}]}}
                """
                    .formatted(asPredicted));
  }

  /** The names of the described columns. */
  private static String header(ObjectNode table) {
    return table.path("columnDefinitions").isNull()
        ? "null"
        : table
            .path("columnDefinitions")
            .valueStream()
            .map(column -> column.path("name").asText())
            .collect(Collectors.joining(" "));
  }

  @Test
  void refusesToIncludeWhatItDoesNotKnow() {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> TableAnswer.Include.named("All"))
        .withMessage(
            "Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must be"
                + " 'Metadata', 'Object', 'None', or empty");
  }

  private static Kind kind(String resource) {
    int slash = resource.lastIndexOf('/');
    return KINDS
        .byResource(resource.substring(0, slash), resource.substring(slash + 1))
        .orElseThrow();
  }
}
