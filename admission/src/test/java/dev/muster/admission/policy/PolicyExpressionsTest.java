package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.muster.admission.writes.Objects;
import dev.muster.model.status.ApiException;
import org.junit.jupiter.api.Test;

/** What expressions see, and what becomes of a request when one fails. */
class PolicyExpressionsTest {
  private final BoundPolicies shop = new BoundPolicies();

  @Test
  void anExpressionThatFailsRefusesUnlessFailuresAreIgnored() {
    shop.policy("p", "validations: [{expression: 'object.nothing.at == 1'}]");
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().message())
        .endsWith("expression 'object.nothing.at == 1' resulted in error: no such key: nothing");
    shop.policy(
        "p", "failurePolicy: Ignore\nvalidations: [{expression: 'object.nothing.at == 1'}]");
    shop.isAdmitted();
  }

  @Test
  void aConditionThatFailsRefusesUnlessFailuresAreIgnored() {
    String broken = "matchConditions: [{name: nothing, expression: 'object.nothing.at == 1'}]\n";
    shop.policy("p", broken + "validations: [{expression: 'true'}]");
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().message()).endsWith("resulted in error: no such key: nothing");
    shop.policy("p", broken + "failurePolicy: Ignore\nvalidations: [{expression: 'false'}]");
    shop.isAdmitted();
  }

  @Test
  void accessIsAskedOfTheAuthorizers() {
    shop.policy(
        "p",
        """
        validations:
        - expression: >
            authorizer.group('').resource('configmaps').namespace(object.metadata.namespace)
            .name(object.metadata.labels.app).check('use').allowed()
          message: not yours
        """);
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().message()).endsWith("denied request: not yours");
    assertThatCode(
            () ->
                shop.jane.create(
                    Objects.yaml(BoundPolicies.POD.replace("app: shop", "app: granted"))))
        .doesNotThrowAnyException();
  }

  @Test
  void theNamespaceIsKnown() {
    shop.policy(
        "p", "validations: [{expression: \"namespaceObject.metadata.labels.env != 'prod'\"}]");
    shop.bind("p", "validationActions: [Deny]");
    assertThat(shop.refusal().code()).isEqualTo(422);
  }

  @Test
  void updatesSeeTheOldObject() {
    shop.policy(
        "p",
        "validations: [{expression: \"oldObject == null || object.metadata.labels.app == oldObject.metadata.labels.app\"}]");
    shop.bind("p", "validationActions: [Deny]");
    var old = shop.jane.create(Objects.yaml(BoundPolicies.POD));
    old.withObject("/metadata").put("resourceVersion", "1");
    var changed = old.deepCopy();
    changed.withObject("/metadata/labels").put("app", "other");
    assertThatCode(() -> shop.jane.update("", old, old)).doesNotThrowAnyException();
    assertThat(catchThrowableOfType(ApiException.class, () -> shop.jane.update("", changed, old)))
        .isNotNull();
  }
}
