package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.Objects;
import dev.muster.admission.writes.Writer;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bound policies let pass, refuse and warn about. */
class ValidatingAdmissionPolicyTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: shop, labels: {app: shop}}
      spec: {containers: [{name: c, image: "nginx:1.27"}]}
      """;

  private final MemoryCluster cluster =
      new MemoryCluster()
          .with("{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {env: prod}}}");
  private final List<String> audit = new ArrayList<>();
  private final Authorizer authorizer =
      request ->
          request.name().equals("granted")
              ? new Decision.Allow(new Everything(), "granted")
              : Decision.NoOpinion.SILENT;
  private final Writer jane =
      new Writer(
          new AdmissionChain(
              List.of(
                  new ValidatingAdmissionPolicy(
                      cluster,
                      authorizer,
                      Objects.KINDS,
                      (request, key, value) -> audit.add(key + "=" + value)))),
          User.of("jane", "crew"));

  private record Everything() implements Grant {
    @Override
    public String describe() {
      return "everything";
    }
  }

  /** A policy on pods, with more of its spec. */
  private void policy(String name, String spec) {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %s}
        spec:
          matchConstraints:
            resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}
        """
                .formatted(name)
            + spec.indent(2));
  }

  private void bind(String policy, String spec) {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %s-binding}
        spec:
          policyName: %s
        """
                .formatted(policy, policy)
            + spec.indent(2));
  }

  private Status refusal() {
    return catchThrowableOfType(ApiException.class, () -> jane.create(Objects.yaml(POD))).status();
  }

  private void isAdmitted() {
    assertThatCode(() -> jane.create(Objects.yaml(POD))).doesNotThrowAnyException();
  }

  @Test
  void aDenialIsWordedAsByKubernetes() {
    policy("p", "validations: [{expression: 'object.spec.containers.size() > 1'}]");
    bind("p", "validationActions: [Deny]");
    Status refusal = refusal();
    assertThat(refusal.message())
        .isEqualTo(
            "pods \"web\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p-binding'"
                + " denied request: failed expression: object.spec.containers.size() > 1");
    assertThat(refusal.code()).isEqualTo(422);
    assertThat(refusal.reason()).isEqualTo("Invalid");
    assertThat(refusal.details().causes().getFirst().body())
        .startsWith("ValidatingAdmissionPolicy 'p' with binding 'p-binding' denied request");
  }

  @ParameterizedTest
  @CsvSource({"Unauthorized,401", "Forbidden,403", "Invalid,422", "RequestEntityTooLarge,413"})
  void theReasonDecidesTheCode(String reason, int code) {
    policy("p", "validations: [{expression: 'false', reason: %s}]".formatted(reason));
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().code()).isEqualTo(code);
    assertThat(refusal().reason()).isEqualTo(reason);
  }

  @Test
  void messagesAreComputedWhereTheyCanBe() {
    policy(
        "p",
        """
        variables: [{name: image, expression: "object.spec.containers[0].image"}]
        validations:
        - expression: "variables.image.endsWith(':latest')"
          message: not the latest
          messageExpression: "'image ' + variables.image + ' of ' + request.userInfo.username"
        """);
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().message()).endsWith("denied request: image nginx:1.27 of jane");
  }

  @Test
  void aMessageThatCannotBeComputedGivesWayToTheWrittenOne() {
    policy(
        "p",
        "validations: [{expression: 'false', message: written, messageExpression: 'string(object.nothing.at)'}]");
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().message()).endsWith("denied request: written");
  }

  @Test
  void warningsLetTheRequestPass() {
    policy("p", "validations: [{expression: 'false', message: careful}]");
    bind("p", "validationActions: [Warn, Audit]");
    isAdmitted();
    assertThat(jane.warnings())
        .containsExactly(
            "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-binding': careful");
    assertThat(audit)
        .containsExactly(
            "validation.policy.admission.k8s.io/validation_failure=[{\"message\":\"careful\","
                + "\"policy\":\"p\",\"binding\":\"p-binding\",\"expressionIndex\":0,"
                + "\"validationActions\":[\"Warn\",\"Audit\"]}]");
  }

  @Test
  void auditAnnotationsAreNotedEvenIfAllIsWell() {
    policy(
        "p",
        """
        auditAnnotations:
        - {key: image, valueExpression: "string(object.spec.containers[0].image)"}
        - {key: nothing, valueExpression: "null"}
        """);
    bind("p", "validationActions: [Deny]");
    isAdmitted();
    assertThat(audit).containsExactly("p/image=nginx:1.27");
  }

  @Test
  void parametersAddTheirValuesToOneAnnotationAndTheirFailuresToOneList() {
    policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "params.data.team == 'x'", messageExpression: "'not ' + params.metadata.name"}]
        auditAnnotations: [{key: team, valueExpression: "string(params.data.team)"}]
        """);
    String params =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: shop}, data: {team: %s}}";
    cluster
        .with(params.formatted("a", "red"))
        .with(params.formatted("b", "blue"))
        .with(params.formatted("c", "red"));
    bind(
        "p",
        """
        validationActions: [Audit]
        paramRef: {selector: {}, parameterNotFoundAction: Deny}
        """);
    isAdmitted();
    assertThat(audit).hasSize(2);
    assertThat(audit.getFirst())
        .startsWith("validation.policy.admission.k8s.io/validation_failure=[{")
        .contains("\"message\":\"not a\"", "\"message\":\"not b\"", "\"message\":\"not c\"");
    assertThat(audit.getLast()).isEqualTo("p/team=red, blue");
  }

  @Test
  void aPolicyWithoutABindingDoesNothing() {
    policy("p", "validations: [{expression: 'false'}]");
    isAdmitted();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matchResources: {namespaceSelector: {matchLabels: {env: test}}}",
        "matchResources: {objectSelector: {matchLabels: {app: other}}}",
        "matchResources: {resourceRules: [{apiGroups: [apps], apiVersions: ['*'], operations: ['*'], resources: ['*']}]}",
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: [DELETE], resources: [pods]}]}",
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: [pods/status]}]}",
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: [pods], resourceNames: [db]}]}",
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: [pods], scope: Cluster}]}",
        "matchResources: {excludeResourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: [pods]}]}",
      })
  void aBindingNarrowsThePolicy(String match) {
    policy("p", "validations: [{expression: 'false'}]");
    bind("p", "validationActions: [Deny]\n" + match);
    isAdmitted();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matchResources: {namespaceSelector: {matchExpressions: [{key: env, operator: In, values: [prod]}]}}",
        "matchResources: {objectSelector: {matchLabels: {app: shop}}}",
        "matchResources: {resourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*']}]}",
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods], resourceNames: [web]}]}",
      })
  void aBindingThatFitsLetsThePolicyDecide(String match) {
    policy("p", "validations: [{expression: 'false'}]");
    bind("p", "validationActions: [Deny]\n" + match);
    assertThat(refusal().code()).isEqualTo(422);
  }

  @Test
  void conditionsSkipThePolicy() {
    policy(
        "p",
        """
        matchConditions: [{name: others, expression: "request.userInfo.username != 'jane'"}]
        validations: [{expression: "false"}]
        """);
    bind("p", "validationActions: [Deny]");
    isAdmitted();
  }

  @Test
  void aConditionThatFailsRefusesUnlessFailuresAreIgnored() {
    String broken = "matchConditions: [{name: nothing, expression: 'object.nothing.at == 1'}]\n";
    policy("p", broken + "validations: [{expression: 'true'}]");
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().message()).endsWith("resulted in error: no such key: nothing");
    policy("p", broken + "failurePolicy: Ignore\nvalidations: [{expression: 'false'}]");
    isAdmitted();
  }

  @Test
  void anExpressionThatFailsRefusesUnlessFailuresAreIgnored() {
    policy("p", "validations: [{expression: 'object.nothing.at == 1'}]");
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().message())
        .endsWith("expression 'object.nothing.at == 1' resulted in error: no such key: nothing");
    policy("p", "failurePolicy: Ignore\nvalidations: [{expression: 'object.nothing.at == 1'}]");
    isAdmitted();
  }

  @Test
  void parametersComeFromTheRequestsNamespaceByName() {
    policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "object.spec.containers.size() <= int(params.data.max)"}]
        """);
    bind("p", "validationActions: [Deny]\nparamRef: {name: limits, parameterNotFoundAction: Deny}");
    assertThat(refusal().message())
        .endsWith(
            "denied request: failed to configure binding: no params found for policy binding with"
                + " `Deny` parameterNotFoundAction");
    cluster.with(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: shop}, data: {max: '0'}}");
    assertThat(refusal().message()).contains("failed expression");
    cluster.with(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: shop}, data: {max: '1'}}");
    isAdmitted();
  }

  @Test
  void everySelectedParameterHasToBeSatisfied() {
    policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "params.data.ok == 'yes'", messageExpression: "string(params.metadata.name)"}]
        """);
    bind(
        "p",
        """
        validationActions: [Deny]
        paramRef: {namespace: conf, selector: {matchLabels: {for: pods}}, parameterNotFoundAction: Allow}
        """);
    isAdmitted();
    String map =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: conf, labels: {for: pods}}, data: {ok: '%s'}}";
    cluster.with(map.formatted("a", "yes")).with(map.formatted("b", "no"));
    assertThat(refusal().message()).endsWith("denied request: b");
  }

  @Test
  void anUnknownParameterKindIsAFault() {
    policy(
        "p",
        "paramKind: {apiVersion: example.com/v1, kind: Limit}\nvalidations: [{expression: 'true'}]");
    bind("p", "validationActions: [Deny]\nparamRef: {name: x, parameterNotFoundAction: Allow}");
    assertThat(refusal().message())
        .endsWith(
            "failed to configure binding: paramKind kind"
                + " `&ParamKind{APIVersion:example.com/v1,Kind:Limit,}` not known");
  }

  @Test
  void accessIsAskedOfTheAuthorizers() {
    policy(
        "p",
        """
        validations:
        - expression: >
            authorizer.group('').resource('configmaps').namespace(object.metadata.namespace)
            .name(object.metadata.labels.app).check('use').allowed()
          message: not yours
        """);
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().message()).endsWith("denied request: not yours");
    assertThatCode(() -> jane.create(Objects.yaml(POD.replace("app: shop", "app: granted"))))
        .doesNotThrowAnyException();
  }

  @Test
  void theNamespaceIsKnown() {
    policy("p", "validations: [{expression: \"namespaceObject.metadata.labels.env != 'prod'\"}]");
    bind("p", "validationActions: [Deny]");
    assertThat(refusal().code()).isEqualTo(422);
  }

  @Test
  void updatesSeeTheOldObject() {
    policy(
        "p",
        "validations: [{expression: \"oldObject == null || object.metadata.labels.app == oldObject.metadata.labels.app\"}]");
    bind("p", "validationActions: [Deny]");
    var old = jane.create(Objects.yaml(POD));
    old.withObject("/metadata").put("resourceVersion", "1");
    var changed = old.deepCopy();
    changed.withObject("/metadata/labels").put("app", "other");
    assertThatCode(() -> jane.update("", old, old)).doesNotThrowAnyException();
    assertThat(catchThrowableOfType(ApiException.class, () -> jane.update("", changed, old)))
        .isNotNull();
  }

  @Test
  void nobodyLocksHimselfOut() {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: all}
        spec:
          matchConstraints:
            resourceRules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"]}]
          validations: [{expression: "false"}]
        """);
    bind("all", "validationActions: [Deny]");
    assertThat(refusal().code()).isEqualTo(422);
    assertThatCode(
            () ->
                jane.create(
                    Objects.yaml(
                        """
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingAdmissionPolicyBinding
                        metadata: {name: mine}
                        spec: {policyName: all, validationActions: [Warn]}
                        """)))
        .doesNotThrowAnyException();
  }

  @Test
  void theFirstPolicyByNameIsTheAnswer() {
    policy("b", "validations: [{expression: 'false', message: second}]");
    bind("b", "validationActions: [Deny]");
    policy("a", "validations: [{expression: 'false', message: first}]");
    bind("a", "validationActions: [Deny]");
    assertThat(refusal().message()).endsWith("denied request: first");
  }
}
