package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.muster.admission.writes.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests a policy is asked about. */
class PolicyMatchingTest {
  private final BoundPolicies shop = new BoundPolicies();

  @Test
  void aPolicyWithoutABindingDoesNothing() {
    shop.policy("p", "validations: [{expression: 'false'}]");
    shop.isAdmitted();
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
    shop.policy("p", "validations: [{expression: 'false'}]");
    shop.bind("p", "validationActions: [Deny]\n" + match);
    shop.isAdmitted();
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
    shop.policy("p", "validations: [{expression: 'false'}]");
    shop.bind("p", "validationActions: [Deny]\n" + match);
    assertThat(shop.refusal().code()).isEqualTo(422);
  }

  @Test
  void conditionsSkipThePolicy() {
    shop.policy(
        "p",
        """
        matchConditions: [{name: others, expression: "request.userInfo.username != 'jane'"}]
        validations: [{expression: "false"}]
        """);
    shop.bind("p", "validationActions: [Deny]");
    shop.isAdmitted();
  }

  @Test
  void nobodyLocksHimselfOut() {
    shop.cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: all}
        spec:
          matchConstraints:
            resourceRules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"]}]
          validations: [{expression: "false"}]
        """);
    shop.bind("all", "validationActions: [Deny]");
    assertThat(shop.refusal().code()).isEqualTo(422);
    assertThatCode(
            () ->
                shop.jane.create(
                    Objects.yaml(
                        """
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingAdmissionPolicyBinding
                        metadata: {name: mine}
                        spec: {policyName: all, validationActions: [Warn]}
                        """)))
        .doesNotThrowAnyException();
  }
}
