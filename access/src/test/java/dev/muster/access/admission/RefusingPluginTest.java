package dev.muster.access.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words are those that Kubernetes' own plugins use. */
class RefusingPluginTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PodSecurity | 403 | pods \"web\" is forbidden: violates PodSecurity \"baseline:latest\": hostPort (container \"a\" uses hostPort 80)",
        "PodSecurityPolicy | 403 | pods \"web\" is forbidden: PodSecurityPolicy: unable to admit pod: []",
        "ResourceQuota | 403 | pods \"web\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3",
        "LimitRanger | 403 | pods \"web\" is forbidden: maximum cpu usage per Container is 1, but limit is 2",
        "ServiceAccount | 403 | pods \"web\" is forbidden: error looking up service account x/y: serviceaccount \"y\" not found",
        "NamespaceLifecycle | 403 | pods \"web\" is forbidden: unable to create new content in namespace x because it is being terminated",
        "NamespaceLifecycle | 404 | namespaces \"nowhere\" not found",
        "RBAC escalation | 403 | roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"u\" (groups=[\"g\"]) is attempting to grant RBAC permissions not currently held: {}",
        "ValidatingAdmissionPolicy few | 422 | pods \"web\" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'b' denied request: no",
        "webhook v.example.com | 403 | admission webhook \"v.example.com\" denied the request: violates PodSecurity",
        "webhook v.example.com | 500 | failed calling webhook \"v.example.com\": down",
        "validation | 422 | Pod \"web\" is invalid: spec.containers: Required value",
        "admission | 403 | pods \"web\" is forbidden: because",
      })
  void isKnownByItsWords(String plugin, int code, String message) {
    assertThat(RefusingPlugin.of(code, message)).isEqualTo(plugin);
    assertThat(RefusingPlugin.isAuthorization(message)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pods is forbidden: User \"a\" cannot create resource \"pods\" in API group \"\" in the namespace \"x\"",
        "forbidden: User \"a\\\"b\" cannot get path \"/logs\"",
        "User \"a\" cannot get path \"/logs\""
      })
  void authorizationIsNoPlugin(String message) {
    assertThat(
            RefusingPlugin.isAuthorization(
                message.startsWith("forbidden: ") ? "x is " + message : message))
        .isTrue();
  }

  /** Whoever sends objects may put anything into messages. */
  @Test
  void longMessagesAreReadInTime() {
    String quotes = "x is forbidden: User \"" + "\\\\\"".repeat(100_000);
    String ends = " is forbidden: ".repeat(50_000);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (String message : new String[] {quotes, ends, "' ".repeat(200_000), ends + quotes}) {
            RefusingPlugin.of(403, message);
            RefusingPlugin.isAuthorization(message);
          }
        });
  }
}
