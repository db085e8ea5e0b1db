package dev.muster.apiserver.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredOnlyTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();

  /** Those that the server, its controllers, the scheduler or nodes read, or that are only data. */
  private static final Set<String> READ =
      Set.of(
          "APIService.apiregistration.k8s.io",
          "CertificateSigningRequest.certificates.k8s.io",
          "ClusterRole.rbac.authorization.k8s.io",
          "ClusterRoleBinding.rbac.authorization.k8s.io",
          "ConfigMap",
          "ControllerRevision.apps",
          "CustomResourceDefinition.apiextensions.k8s.io",
          "EndpointSlice.discovery.k8s.io",
          "Endpoints",
          "Event",
          "Event.events.k8s.io",
          "FlowSchema.flowcontrol.apiserver.k8s.io",
          "GMSACredentialSpec.windows.k8s.io",
          "Lease.coordination.k8s.io",
          "LimitRange",
          "MutatingWebhookConfiguration.admissionregistration.k8s.io",
          "Namespace",
          "Node",
          "Pod",
          "PodSecurityPolicy.policy",
          "PodTemplate",
          "PriorityClass.scheduling.k8s.io",
          "PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io",
          "Role.rbac.authorization.k8s.io",
          "RoleBinding.rbac.authorization.k8s.io",
          "RuntimeClass.node.k8s.io",
          "Secret",
          "ServiceAccount",
          "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
          "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io",
          "ValidatingWebhookConfiguration.admissionregistration.k8s.io");

  /** A server whose only controller has nothing to do with any of them. */
  @Test
  void everyKindIsActedOnOrSaidToBeStoredOnly() {
    StoredOnly few = new StoredOnly(Set.of("root-ca-certificate-publisher-controller"));
    assertThat(
            KINDS.all().stream()
                .filter(kind -> kind.stored() && kind.verbs().contains("create"))
                .filter(kind -> few.warning(kind).isEmpty())
                .map(Kind::qualifiedKind)
                .distinct())
        .containsExactlyInAnyOrderElementsOf(READ);
  }

  @Test
  void thePageListsThoseThatNobodyActsOn() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "controllers.md"));
    String list = page.substring(page.indexOf("Nobody acts on ")).replace('\n', ' ');
    StoredOnly all = new StoredOnly(Set.of("*"));
    assertThat(
            KINDS.all().stream()
                .filter(kind -> all.warning(kind).isPresent())
                .map(Kind::kind)
                .distinct())
        .allSatisfy(kind -> assertThat(list).containsPattern("\\b" + kind + "\\b"));
  }

  @ParameterizedTest(name = "--controllers={0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *                    | networking.k8s.io/v1 | Ingress       | no controller here acts on Ingress: it is stored only
          *                    | networking.k8s.io/v1 | NetworkPolicy | no controller here acts on NetworkPolicy: it is stored only
          *                    | batch/v1             | Job           |
          *                    | v1                   | ConfigMap     |
          *                    | v1                   | Pod           |
          job                  | batch/v1             | Job           |
          * -job               | batch/v1             | Job           | no controller here acts on Job: it is stored only; --controllers=job-controller starts one
          * -job-controller    | batch/v1             | Job           | no controller here acts on Job: it is stored only; --controllers=job-controller starts one
          namespace-controller | apps/v1              | Deployment    | no controller here acts on Deployment: it is stored only; --controllers=deployment-controller starts one
          ''                   | batch/v1             | Job           |
          ''                   | networking.k8s.io/v1 | Ingress       |
          """)
  void tells(String controllers, String apiVersion, String kind, String warning) {
    Set<String> words = controllers.isEmpty() ? Set.of() : Set.of(controllers.split(" "));
    assertThat(new StoredOnly(words).warning(KINDS.byKind(apiVersion, kind).orElseThrow()))
        .isEqualTo(Optional.ofNullable(warning));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNKNOWN  | {"type": "LoadBalancer"}                  | []
          NOBODY   | {"type": "ClusterIP"}                     | [no proxy here acts on Service: its address and its name lead nowhere; --pod-network=bridge starts one]
          OUR_NODE | {"type": "NodePort"}                      | []
          OUR_NODE | {"type": "LoadBalancer"}                  | [no controller here acts on spec.type LoadBalancer: the service is reached by its cluster IP and its node ports]
          OUR_NODE | {"externalIPs": ["192.0.2.1"]}            | [no proxy here acts on spec.externalIPs: it is stored only]
          OUR_NODE | {"sessionAffinity": "ClientIP"}           | [no proxy here acts on spec.sessionAffinity: each connection goes to any endpoint]
          OUR_NODE | {"sessionAffinity": "None"}               | []
          OUR_NODE | {"clusterIP": "10.96.0.7"}                | []
          OUR_NODE | {"clusterIP": "None"}                     | []
          OUR_NODE | {"clusterIP": "192.0.2.53"}               | [no proxy here acts on spec.clusterIP "192.0.2.53": services have addresses of 10.96.0.0/12]
          """)
  void tellsOfServices(ServiceRouting.By by, String spec, String warnings) throws IOException {
    ServiceRouting routing = new ServiceRouting();
    routing.is(by);
    ObjectNode service = JsonNodeFactory.instance.objectNode();
    service.set("spec", new ObjectMapper().readTree(spec));
    assertThat(
            new StoredOnly(Set.of("*"), routing)
                .warnings(KINDS.byKind("v1", "Service").orElseThrow(), true, () -> service))
        .hasToString(warnings);
  }
}
