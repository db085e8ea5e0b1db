package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Policies whose bindings name parameters. */
class PolicyParametersTest {
  private final BoundPolicies shop = new BoundPolicies();

  @Test
  void parametersComeFromTheRequestsNamespaceByName() {
    shop.policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "object.spec.containers.size() <= int(params.data.max)"}]
        """);
    shop.bind(
        "p", "validationActions: [Deny]\nparamRef: {name: limits, parameterNotFoundAction: Deny}");
    assertThat(shop.refusal().message())
        .endsWith(
            "denied request: failed to configure binding: no params found for policy binding with"
                + " `Deny` parameterNotFoundAction");
    shop.cluster.with(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: shop}, data: {max: '0'}}");
    assertThat(shop.refusal().message()).contains("failed expression");
    shop.cluster.with(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: shop}, data: {max: '1'}}");
    shop.isAdmitted();
  }

  @Test
  void everySelectedParameterHasToBeSatisfied() {
    shop.policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "params.data.ok == 'yes'", messageExpression: "string(params.metadata.name)"}]
        """);
    shop.bind(
        "p",
        """
        validationActions: [Deny]
        paramRef: {namespace: conf, selector: {matchLabels: {for: pods}}, parameterNotFoundAction: Allow}
        """);
    shop.isAdmitted();
    String map =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: conf, labels: {for: pods}}, data: {ok: '%s'}}";
    shop.cluster.with(map.formatted("a", "yes")).with(map.formatted("b", "no"));
    assertThat(shop.refusal().message()).endsWith("denied request: b");
  }

  @Test
  void parametersAddTheirValuesToOneAnnotationAndTheirFailuresToOneList() {
    shop.policy(
        "p",
        """
        paramKind: {apiVersion: v1, kind: ConfigMap}
        validations: [{expression: "params.data.team == 'x'", messageExpression: "'not ' + params.metadata.name"}]
        auditAnnotations: [{key: team, valueExpression: "string(params.data.team)"}]
        """);
    String params =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: shop}, data: {team: %s}}";
    shop.cluster
        .with(params.formatted("a", "red"))
        .with(params.formatted("b", "blue"))
        .with(params.formatted("c", "red"));
    shop.bind(
        "p",
        """
        validationActions: [Audit]
        paramRef: {selector: {}, parameterNotFoundAction: Deny}
        """);
    shop.isAdmitted();
    assertThat(shop.audit).hasSize(2);
    assertThat(shop.audit.getFirst())
        .startsWith("validation.policy.admission.k8s.io/validation_failure=[{")
        .contains("\"message\":\"not a\"", "\"message\":\"not b\"", "\"message\":\"not c\"");
    assertThat(shop.audit.getLast()).isEqualTo("p/team=red, blue");
  }

  @Test
  void anUnknownParameterKindIsAFault() {
    shop.policy(
        "p",
        "paramKind: {apiVersion: example.com/v1, kind: Limit}\nvalidations: [{expression: 'true'}]");
    shop.bind(
        "p", "validationActions: [Deny]\nparamRef: {name: x, parameterNotFoundAction: Allow}");
    assertThat(shop.refusal().message())
        .endsWith(
            "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find"
                + " resource referenced by paramKind: 'example.com/v1, Kind=Limit'");
  }
}
