package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --authorization-staleness} is about. */
class LatestStateTest {
  @ParameterizedTest
  @CsvSource(
      emptyValue = "",
      value = {
        "GET, /api/v1/pods, '', false",
        "GET, /api/v1/pods, limit=5&resourceVersion=0, true",
        "GET, /api/v1/pods, resourceVersion=05, false",
        "POST, /apis/authorization.k8s.io/v1/subjectaccessreviews, '', true",
        "POST, /apis/authorization.k8s.io/v1/namespaces/x/localsubjectaccessreviews, '', true",
        "POST, /apis/authentication.k8s.io/v1/tokenreviews, '', true",
        "POST, /apis/authorization.k8s.io.example.com/v1/widgets, '', false",
        "POST, /api/v1/namespaces/x/pods, '', false",
        "POST, /api/v1/namespaces/x/pods, resourceVersion=0, false",
        "PUT, /api/v1/namespaces/x/pods/y, '', false",
        "PATCH, /api/v1/namespaces/x/pods/y, '', false",
        "DELETE, /api/v1/namespaces/x/pods/y, '', false",
      })
  void onlyQuestionsMayBeAnsweredFromAnOlderState(
      String method, String path, String query, boolean older) {
    assertThat(LatestState.mayBeOlder(method, path, query)).isEqualTo(older);
  }
}
