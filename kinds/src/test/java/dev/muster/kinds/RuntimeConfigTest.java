package dev.muster.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.RuntimeConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeConfigTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();

  private static Kinds chosen(String settings) {
    return RuntimeConfig.parse(List.of(settings.split(","))).choose(KINDS);
  }

  @ParameterizedTest(name = "{0}: {1}/{2} {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api/v1=true                                               | rbac.authorization.k8s.io/v1beta1 | roles | false
          rbac.authorization.k8s.io/v1beta1=true                    | rbac.authorization.k8s.io/v1beta1 | roles | true
          rbac.authorization.k8s.io/v1beta1                         | rbac.authorization.k8s.io/v1beta1 | roles | true
          rbac.authorization.k8s.io/v1beta1=true                    | rbac.authorization.k8s.io/v1alpha1 | roles | false
          api/alpha=true                                            | rbac.authorization.k8s.io/v1alpha1 | roles | true
          api/alpha=true                                            | rbac.authorization.k8s.io/v1beta1 | roles | false
          api/beta=true                                             | authorization.k8s.io/v1beta1 | subjectaccessreviews | true
          api/all=true                                              | rbac.authorization.k8s.io/v1alpha1 | roles | true
          api/all=true,api/alpha=false                              | rbac.authorization.k8s.io/v1alpha1 | roles | false
          api/beta=false,rbac.authorization.k8s.io/v1beta1=true     | rbac.authorization.k8s.io/v1beta1 | roles | true
          api/beta=false                                            | policy/v1beta1 | podsecuritypolicies | false
          api/all=false,v1=true                                     | v1 | pods | true
          api/all=false,api/v1=true                                 | v1 | pods | true
          api/all=false,v1=true                                     | apps/v1 | deployments | false
          apps/v1/deployments=false                                 | apps/v1 | deployments | false
          apps/v1/deployments=false                                 | apps/v1 | daemonsets | true
          """)
  void theNarrowerSwitchWins(String settings, String version, String plural, boolean served) {
    assertThat(chosen(settings).byResource(version, plural).isPresent()).isEqualTo(served);
  }

  @Test
  void whatIsNotServedIsStillKnownAndStored() {
    Kinds kinds =
        chosen("rbac.authorization.k8s.io/v1=false,rbac.authorization.k8s.io/v1beta1=true");
    Kind older = kinds.byResource("rbac.authorization.k8s.io/v1beta1", "roles").orElseThrow();
    assertThat(kinds.byResource("rbac.authorization.k8s.io/v1", "roles")).isEmpty();
    assertThat(kinds.byKind("rbac.authorization.k8s.io/v1", "Role")).isPresent();
    assertThat(kinds.storedAs(older).version()).isEqualTo("v1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          apps/v1=maybe    | --runtime-config: "apps/v1" has to be true or false, not "maybe"
          apps/v3=true     | --runtime-config: "apps/v3" is not known here: write api/all, api/ga, api/beta, api/alpha, GROUP/VERSION or GROUP/VERSION/RESOURCE, as rbac.authorization.k8s.io/v1beta1
          api/all=false    | --runtime-config: with api/all=false nothing is left: switch on what you need, as api/v1=true
          """)
  void refuses(String settings, String message) {
    assertThatThrownBy(() -> chosen(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void tellsEveryProblemAtOnce() {
    assertThatThrownBy(() -> RuntimeConfig.parse(List.of("a=b", "c=d")))
        .hasMessage(
            "--runtime-config: \"a\" has to be true or false, not \"b\"\n"
                + "--runtime-config: \"c\" has to be true or false, not \"d\"");
  }
}
