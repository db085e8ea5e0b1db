package dev.muster.admission.gmsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import dev.muster.authz.User;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.model.status.ApiException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pods may name which credential specs. */
class GmsaAuthorizerTest {
  private static final String SPEC =
      """
      {"CmsPlugins":["ActiveDirectory"],"DomainJoinConfig":{"DnsName":"contoso.com",\
      "Guid":"244818ae-87ca-4fcd-92ec-e79e5252348a","DnsTreeName":"contoso.com","NetBiosName":"DEMO",\
      "Sid":"S-1-5-21-2126729477-2524075714-3094792973","MachineAccountName":"WebApplication1"},\
      "ActiveDirectoryConfig":{"GroupManagedServiceAccounts":[{"Name":"WebApplication1","Scope":"DEMO"}]}}""";
  private static final String ASK =
      "ask an administrator for the verb \"use\" on configmaps \"webserver-credspec\" in namespace"
          + " \"default\"";

  /** "user resource/name" of all grants of the verb use. */
  private final Set<String> grants = new HashSet<>();

  private final MemoryCluster cluster = new MemoryCluster().with(configMap(SPEC));
  private final Authorizer authorizer =
      request -> granted(request) ? new Decision.Allow(new Some(), "") : Decision.NoOpinion.SILENT;
  private final ObjectWriter jane =
      new ObjectWriter(
          new AdmissionChain(List.of(new GmsaAuthorizer(cluster, authorizer))), User.of("jane"));

  private record Some() implements Grant {
    @Override
    public String describe() {
      return "some";
    }
  }

  private boolean granted(Attributes request) {
    return request.verb().equals("use")
        && grants.contains(request.user().name() + " " + request.resource() + "/" + request.name());
  }

  private static ObjectNode configMap(String spec) {
    ObjectNode map =
        Objects.yaml(
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: webserver-credspec, namespace: default}}");
    map.putObject("data").put("gmsa-cred-spec", spec);
    return map;
  }

  private static ObjectNode pod(String metadata, String spec) {
    return Objects.yaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: default%s}
        spec: {containers: [{name: iis, image: "iis:1"%s
        """
            .formatted(metadata.isEmpty() ? "" : ", " + metadata, spec.isEmpty() ? "}]}" : spec));
  }

  private static final String ANNOTATED =
      "annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}";

  private String refusal(ObjectNode pod) {
    return catchThrowableOfType(ApiException.class, () -> jane.create(pod)).status().message();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}|}]}|metadata.annotations[pod.alpha.kubernetes.io/windows-gmsa-config-map]",
        "annotations: {pod.beta.kubernetes.io/windows-gmsa-config-map: webserver-credspec}|}]}|metadata.annotations[pod.beta.kubernetes.io/windows-gmsa-config-map]",
        "|}], securityContext: {windows: {credentialSpecConfig: webserver-credspec}}}|spec.securityContext.windows.credentialSpecConfig",
        "|, securityContext: {windows: {credentialSpecConfig: webserver-credspec}}}]}|spec.containers[0].securityContext.windows.credentialSpecConfig",
        "|}], initContainers: [{name: i, image: x, securityContext: {windows: {credentialSpecConfig: webserver-credspec}}}]}|spec.initContainers[0].securityContext.windows.credentialSpecConfig",
      })
  void whoMayNotUseTheSpecIsToldWhomToAsk(String row) {
    String[] parts = row.split("\\|", -1);
    ObjectNode pod = pod(parts[0], parts[1]);
    assertThat(refusal(pod))
        .isEqualTo(
            "pods \"web\" is forbidden: "
                + parts[2]
                + ": user \"jane\" may not use the credential spec in configmap"
                + " \"webserver-credspec\": "
                + ASK);
    grants.add("jane configmaps/webserver-credspec");
    assertThat(jane.create(pod)).isNotNull();
  }

  @Test
  void theServiceAccountNeedsTheGrantAsWell() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode pod = pod(ANNOTATED, "}], serviceAccountName: robot}");
    assertThat(refusal(pod))
        .contains("service account \"robot\" may not use the credential spec")
        .endsWith(ASK);
    grants.add("system:serviceaccount:default:robot configmaps/webserver-credspec");
    assertThat(jane.create(pod)).isNotNull();
  }

  @Test
  void aGrantOfTheServiceAccountAloneIsNotEnough() {
    grants.add("system:serviceaccount:default:robot configmaps/webserver-credspec");
    assertThat(refusal(pod(ANNOTATED, "}], serviceAccountName: robot}")))
        .contains("user \"jane\" may not use");
  }

  @Test
  void aBrokenSpecIsRefusedWithThePlaceOfTheFault() {
    grants.add("jane configmaps/webserver-credspec");
    cluster.with(configMap(SPEC.replace("244818ae-", "")));
    assertThat(refusal(pod(ANNOTATED, "")))
        .endsWith(
            "the credential spec in configmap \"webserver-credspec\" is broken:"
                + " $.DomainJoinConfig.Guid: must be a GUID such as"
                + " 244818ae-87ca-4fcd-92ec-e79e5252348a");
  }

  @Test
  void aConfigMapWithABrokenSpecIsTakenWithAWarning() {
    jane.create(configMap("{}"));
    assertThat(jane.warnings())
        .containsExactly(
            "data[gmsa-cred-spec]: not a valid credential spec, pods that use it will be refused:"
                + " $.CmsPlugins: is required; $.DomainJoinConfig: is required;"
                + " $.ActiveDirectoryConfig: is required");
  }

  @Test
  void whatIsMissingIsNamed() {
    grants.add("jane configmaps/other");
    assertThat(refusal(pod(ANNOTATED.replace("webserver-credspec", "other"), "")))
        .endsWith("configmap \"other\" not found in namespace \"default\"");
    cluster.with("{apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: default}}");
    assertThat(refusal(pod(ANNOTATED.replace("webserver-credspec", "other"), "")))
        .endsWith("configmap \"other\" has no key \"gmsa-cred-spec\"");
  }

  @Test
  void whetherAConfigMapExistsIsOnlyToldToWhoMayUseIt() {
    assertThat(refusal(pod(ANNOTATED.replace("webserver-credspec", "other"), "")))
        .contains("may not use")
        .doesNotContain("not found");
  }

  @Test
  void annotationAndFieldMustNotContradict() {
    assertThat(
            refusal(
                pod(ANNOTATED, "}], securityContext: {windows: {credentialSpecConfig: another}}}")))
        .contains("name different config maps: webserver-credspec, another");
  }

  @Test
  void aContainersOwnSpecWinsOverThePods() {
    ObjectNode pod =
        pod(
            ANNOTATED,
            ", securityContext: {windows: {credentialSpecConfig: own}}}, {name: b, image: x}]}");
    assertThat(SpecSource.of(pod, pod.at("/spec/containers/0")))
        .isEqualTo(new SpecSource.ConfigMap("own"));
    assertThat(SpecSource.of(pod, pod.at("/spec/containers/1")))
        .isEqualTo(new SpecSource.ConfigMap("webserver-credspec"));
  }

  @Test
  void aPodSaysWithWhichContentsItWasAdmittedButNotThose() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode created = jane.create(pod(ANNOTATED, ""));
    AdmittedSpecs.Admitted noted =
        AdmittedSpecs.of(created).orElseThrow().of("webserver-credspec").orElseThrow();
    assertThat(noted.is(SPEC)).isTrue();
    assertThat(noted.is(SPEC + " ")).isFalse();
    assertThat(created.toString()).doesNotContain("contoso");
  }

  @Test
  void whatAPodWasAdmittedWithIsTheServersToSay() {
    grants.add("jane configmaps/webserver-credspec");
    for (String annotations : List.of(ANNOTATED, "")) {
      ObjectNode forged = pod(annotations, "");
      forged.withObject("/metadata/annotations").put(AdmittedSpecs.ANNOTATION, "{}");
      assertThat(refusal(forged))
          .endsWith(
              "metadata.annotations[gmsa.muster.dev/admitted]: only the server says with what a pod"
                  + " was admitted: leave it out");
    }
    ObjectNode old = jane.create(pod(ANNOTATED, ""));
    assertThat(jane.create(old)).as("its own record").isEqualTo(old);
    ObjectNode without = old.deepCopy();
    without.withObject("/metadata/annotations").remove(AdmittedSpecs.ANNOTATION);
    assertThat(jane.update("", without, old).at("/metadata/annotations"))
        .isEqualTo(old.at("/metadata/annotations"));
    ObjectNode changed = old.deepCopy();
    changed.withObject("/metadata/annotations").put(AdmittedSpecs.ANNOTATION, "{}");
    for (String part : List.of("", "status")) {
      assertThat(
              catchThrowableOfType(ApiException.class, () -> jane.update(part, changed, old))
                  .status()
                  .message())
          .endsWith(
              "metadata.annotations[gmsa.muster.dev/admitted]: Forbidden: may not remove or update the"
                  + " record of what was admitted");
    }
    assertThat(jane.update("ephemeralcontainers", changed, old).at("/metadata/annotations"))
        .isEqualTo(old.at("/metadata/annotations"));
  }

  @Test
  void whatAWebhookMakesOfTheRecordAfterwardsIsSeen() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode old = jane.create(pod(ANNOTATED, ""));
    GmsaRules rules = new GmsaRules(cluster, authorizer);
    assertThat(rules.outdated(old, "default")).isEmpty();
    AdmittedSpecs.Admitted noted =
        AdmittedSpecs.of(old).orElseThrow().of("webserver-credspec").orElseThrow();
    for (Map<String, AdmittedSpecs.Admitted> other :
        List.of(
            Map.of("webserver-credspec", noted, "more", noted),
            Map.of("webserver-credspec", new AdmittedSpecs.Admitted("00", "1")),
            Map.<String, AdmittedSpecs.Admitted>of())) {
      ObjectNode changed = old.deepCopy();
      changed
          .withObject("/metadata/annotations")
          .put(AdmittedSpecs.ANNOTATION, new AdmittedSpecs(other).text());
      assertThat(rules.outdated(changed, "default")).as(other.toString()).isPresent();
    }
  }

  @Test
  void aLaterContainerRunsUnderNoOtherSpecThanThePodWasAdmittedWith() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode old = jane.create(pod("", ""));
    ObjectNode debugged = old.deepCopy();
    ObjectNode added = debugged.withObject("/spec").putArray("ephemeralContainers").addObject();
    added.put("name", "debug").put("image", "x").put("terminationMessagePolicy", "File");
    added.put("imagePullPolicy", "Always").putObject("resources");
    added
        .putObject("securityContext")
        .putObject("windows")
        .put("credentialSpecConfig", "webserver-credspec");
    assertThat(
            catchThrowableOfType(
                    ApiException.class, () -> jane.update("ephemeralcontainers", debugged, old))
                .status()
                .message())
        .endsWith(
            "configmap \"webserver-credspec\" is none that the pod was admitted with: create another"
                + " pod with it");
  }

  @Test
  void aSpecNamedAfterTheCheckIsRefused() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode late = pod(ANNOTATED, "");
    assertThat(new GmsaRules(cluster, authorizer).outdated(late, "default"))
        .contains(
            "configmap \"webserver-credspec\" has changed, or was named, while the pod was being"
                + " admitted: try again");
  }

  @Test
  void aLaterContainerNeedsTheGrantButNotTheConfigMap() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode old = jane.create(pod(ANNOTATED, ""));
    cluster.with(configMap("{}"));
    ObjectNode debugged = old.deepCopy();
    debugged
        .withObject("/spec")
        .putArray("ephemeralContainers")
        .addObject()
        .put("name", "debug")
        .put("image", "x")
        .put("terminationMessagePolicy", "File")
        .put("imagePullPolicy", "Always")
        .putObject("resources");
    assertThat(jane.update("ephemeralcontainers", debugged, old)).isNotNull();
    grants.clear();
    assertThat(
            catchThrowableOfType(
                    ApiException.class, () -> jane.update("ephemeralcontainers", debugged, old))
                .status()
                .message())
        .endsWith(ASK);
  }

  @Test
  void aConfigMapAndANamedSpecTogetherAreRefused() {
    assertThat(refusal(pod(ANNOTATED, NAMED.formatted(""))))
        .endsWith("the pod names a config map and a GMSACredentialSpec: only one of them can be");
    assertThat(
            refusal(
                pod(
                    "",
                    ", securityContext: {windows: {credentialSpecConfig: a}, windowsOptions:"
                        + " {gmsaCredentialSpecName: b}}}]}")))
        .endsWith(
            "spec.containers[0].securityContext names a config map and a GMSACredentialSpec: only"
                + " one of them can be");
  }

  @Test
  void annotationsAreFixed() {
    grants.add("jane configmaps/webserver-credspec");
    ObjectNode old = jane.create(pod(ANNOTATED, ""));
    old.withObject("/metadata").put("resourceVersion", "1");
    ObjectNode changed = old.deepCopy();
    changed
        .withObject("/metadata/annotations")
        .put("pod.alpha.kubernetes.io/windows-gmsa-config-map", "another");
    assertThat(update(changed, old)).contains("may not remove or update windows gmsa annotations");
    ObjectNode removed = old.deepCopy();
    removed.withObject("/metadata").remove("annotations");
    assertThat(update(removed, old)).contains("may not remove or update windows gmsa annotations");
    ObjectNode added = old.deepCopy();
    added
        .withObject("/metadata/annotations")
        .put("pod.beta.kubernetes.io/windows-gmsa-config-map", "webserver-credspec");
    assertThat(update(added, old)).contains("may not add windows gmsa annotations");
    ObjectNode field = old.deepCopy();
    field
        .withObject("/spec/securityContext")
        .putObject("windows")
        .put("credentialSpecConfig", "another");
    assertThat(update(field, old)).contains("pod updates may not change fields other than");
  }

  private String update(ObjectNode changed, ObjectNode old) {
    return catchThrowableOfType(ApiException.class, () -> jane.update("", changed, old))
        .status()
        .message();
  }

  private static final String NAMED =
      "}], securityContext: {windowsOptions: {gmsaCredentialSpecName: web%s}}}";

  private void withResource(String spec) {
    cluster.with(
        "{apiVersion: windows.k8s.io/v1, kind: GMSACredentialSpec, metadata: {name: web}, credspec: "
            + spec
            + "}");
  }

  @Test
  void theContentsOfANamedSpecAreFilledIn() {
    withResource(SPEC);
    assertThat(refusal(pod("", NAMED.formatted(""))))
        .endsWith(
            "ask an administrator for the verb \"use\" on gmsacredentialspecs.windows.k8s.io \"web\" in"
                + " namespace \"default\"");
    grants.add("jane gmsacredentialspecs/web");
    ObjectNode created = jane.create(pod("", NAMED.formatted("")));
    assertThat(created.at("/spec/securityContext/windowsOptions/gmsaCredentialSpec").textValue())
        .contains("\"MachineAccountName\":\"WebApplication1\"", "\"Scope\":\"DEMO\"");
    assertThat(jane.create(created)).isEqualTo(created);
  }

  @Test
  void contentsOfOnesOwnAreRefused() {
    withResource(SPEC);
    grants.add("jane gmsacredentialspecs/web");
    assertThat(refusal(pod("", NAMED.formatted(", gmsaCredentialSpec: '{}'"))))
        .endsWith(
            "gmsaCredentialSpec is not what GMSACredentialSpec \"web\" says: leave it out, it is"
                + " filled in");
    assertThat(
            refusal(pod("", "}], securityContext: {windowsOptions: {gmsaCredentialSpec: '{}'}}}")))
        .endsWith(
            "gmsaCredentialSpec is set without gmsaCredentialSpecName: name the GMSACredentialSpec"
                + " that it comes from");
  }
}
