package dev.muster.access.audited;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.access.answer.RequestWay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refusal is told by where it came from: not every 403 is an authorizer's. */
class AuditedFateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "create |      | 401 | Unauthorized | | Authentication credentials Refused",
        "create |      | 403 | pods is forbidden: User 'jane' cannot create | forbid | Authorization server Refused",
        "create |      | 403 | users 'bob' is forbidden: User 'jane' cannot impersonate resource 'users' in API group '' | | Authentication impersonation Refused",
        "create |      | 403 | users 'bob' is forbidden: User 'jane' cannot impersonate resource 'users' in API group '' | forbid | Authentication impersonation Refused",
        "create |      | 403 | pods 'x' is forbidden: violates PodSecurity 'baseline:latest' | allow | Admission PodSecurity Refused",
        "create |      | 403 | pods 'x' is forbidden: exceeded quota: q | allow | Admission ResourceQuota Refused",
        "create |      | 422 | pods 'x' is invalid | allow | Admission validation Refused",
        "create |      | 409 | pods 'x' already exists | allow | Authorization server Allowed",
        "create |      | 404 | namespaces 'x' not found | allow | Admission NamespaceLifecycle Refused",
        "get    |      | 404 | pods 'x' not found | allow | Authorization server Allowed",
        "get    | proxy | 403 | | allow | Admission backend Refused",
        "get    |      | 200 | | allow | Authorization server Allowed",
        "list   |      | 403 | pods is forbidden: User 'jane' cannot list resource 'pods' | | Authorization server Refused",
        "list   |      | 429 | too many | | -",
        "list   |      | 0 | | | -",
      })
  void isToldApart(
      String verb,
      @Nullable String part,
      int code,
      @Nullable String message,
      @Nullable String decision,
      String deciding)
      throws JsonProcessingException {
    String event =
        """
      {"auditID": "a", "verb": "%s", "user": {"username": "jane"}, "objectRef": {"resource": "pods", "subresource": "%s"},
       "responseStatus": {"code": %d, "message": "%s"}, "annotations": {"authorization.k8s.io/decision": "%s"}}
      """
            .formatted(
                verb,
                part == null ? "" : part,
                code,
                message == null ? "" : message.replace("'", "\\\""),
                decision == null ? "" : decision);
    RequestWay way =
        RequestWay.of(AuditedFate.of(AuditedRequest.of(new ObjectMapper().readTree(event))));
    assertThat(way.deciding().map(s -> s.stage() + " " + s.name() + " " + s.verdict()).orElse("-"))
        .isEqualTo(deciding);
    assertThat(way.stations().stream().filter(s -> s.decides()).count()).isLessThanOrEqualTo(1);
  }
}
