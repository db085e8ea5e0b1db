package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.status.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a request that a policy does not let pass. */
class PolicyAnswersTest {
  private final BoundPolicies shop = new BoundPolicies();

  @Test
  void aDenialIsWordedAsByKubernetes() {
    shop.policy("p", "validations: [{expression: 'object.spec.containers.size() > 1'}]");
    shop.bind("p", "validationActions: [Deny]");
    Status refusal = shop.refusal();
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
    shop.policy("p", "validations: [{expression: 'false', reason: %s}]".formatted(reason));
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().code()).isEqualTo(code);
    assertThat(shop.refusal().reason()).isEqualTo(reason);
  }

  @Test
  void messagesAreComputedWhereTheyCanBe() {
    shop.policy(
        "p",
        """
        variables: [{name: image, expression: "object.spec.containers[0].image"}]
        validations:
        - expression: "variables.image.endsWith(':latest')"
          message: not the latest
          messageExpression: "'image ' + variables.image + ' of ' + request.userInfo.username"
        """);
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().message()).endsWith("denied request: image nginx:1.27 of jane");
  }

  @Test
  void aMessageThatCannotBeComputedGivesWayToTheWrittenOne() {
    shop.policy(
        "p",
        "validations: [{expression: 'false', message: written, messageExpression: 'string(object.nothing.at)'}]");
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().message()).endsWith("denied request: written");
  }

  @Test
  void warningsLetTheRequestPass() {
    shop.policy("p", "validations: [{expression: 'false', message: careful}]");
    shop.bind("p", "validationActions: [Warn, Audit]");
    shop.isAdmitted();
    assertThat(shop.jane.warnings())
        .containsExactly(
            "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-binding': careful");
    assertThat(shop.audit)
        .containsExactly(
            "validation.policy.admission.k8s.io/validation_failure=[{\"message\":\"careful\","
                + "\"policy\":\"p\",\"binding\":\"p-binding\",\"expressionIndex\":0,"
                + "\"validationActions\":[\"Warn\",\"Audit\"]}]");
  }

  @Test
  void auditAnnotationsAreNotedEvenIfAllIsWell() {
    shop.policy(
        "p",
        """
        auditAnnotations:
        - {key: image, valueExpression: "string(object.spec.containers[0].image)"}
        - {key: nothing, valueExpression: "null"}
        """);
    shop.bind("p", "validationActions: [Deny]");
    shop.isAdmitted();
    assertThat(shop.audit).containsExactly("p/image=nginx:1.27");
  }

  @Test
  void theFirstPolicyByNameIsTheAnswer() {
    shop.policy("b", "validations: [{expression: 'false', message: second}]");
    shop.bind("b", "validationActions: [Deny]");
    shop.policy("a", "validations: [{expression: 'false', message: first}]");
    shop.bind("a", "validationActions: [Deny]");
    assertThat(shop.refusal().message()).endsWith("denied request: first");
  }
}
