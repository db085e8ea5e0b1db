package dev.muster.apiserver.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kinds;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredOnlyTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();

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
}
