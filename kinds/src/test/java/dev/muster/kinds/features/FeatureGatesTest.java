package dev.muster.kinds.features;

import static dev.muster.kinds.features.Feature.SUPPLEMENTAL_GROUPS_POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

  @ParameterizedTest(name = "{0} with \"{1}\"")
  @CsvSource({
    "1.30, '', PRE_ALPHA, false",
    "1.30, 'AllAlpha=true,AllBeta=true', PRE_ALPHA, false",
    "1.31, '', ALPHA, false",
    "1.31, SupplementalGroupsPolicy=true, ALPHA, true",
    "1.32, AllAlpha=true, ALPHA, true",
    "1.32, 'AllAlpha=true,SupplementalGroupsPolicy=false', ALPHA, false",
    "1.33, '', BETA, true",
    "1.34, SupplementalGroupsPolicy=false, BETA, false",
    "1.33, AllBeta=false, BETA, false",
    "1.35, '', STABLE, true",
    "1.35, SupplementalGroupsPolicy=true, STABLE, true",
    "1.35, 'AllAlpha=true,AllBeta=false', STABLE, true",
    "kube=1.34, ' SupplementalGroupsPolicy = T ,', BETA, true"
  })
  void aFeatureGrowsUp(String version, String gates, FeatureStage stage, boolean on) {
    FeatureGates features = FeatureGates.of(KubeVersion.emulated(version), gates);
    assertThat(features.enabled(SUPPLEMENTAL_GROUPS_POLICY)).isEqualTo(on);
    assertThat(SUPPLEMENTAL_GROUPS_POLICY.in(features.version()).stage()).isEqualTo(stage);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SupplementalGroupsPolicy=false|cannot set feature gate SupplementalGroupsPolicy to false,"
            + " feature is locked to true",
        "Nonsense=true|unrecognized feature gate: Nonsense",
        "SupplementalGroupsPolicy|missing bool value for SupplementalGroupsPolicy",
        "SupplementalGroupsPolicy=maybe|invalid value of SupplementalGroupsPolicy=maybe, err:"
            + " strconv.ParseBool: parsing \"maybe\": invalid syntax",
      })
  void saysWhatIsWrong(String gates, String problem) {
    assertThatThrownBy(() -> FeatureGates.of(KubeVersion.CURRENT, gates)).hasMessage(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.29", "1.36", "2.33"})
  void emulatesOnlyVersionsThatItKnows(String version) {
    assertThatThrownBy(() -> KubeVersion.emulated(version))
        .hasMessage("emulation version " + version + " is not between [1.30, 1.35.0]");
  }

  @Test
  void aGateOfTheFutureCannotBeSet() {
    KubeVersion before = KubeVersion.emulated("1.30");
    assertThatThrownBy(() -> FeatureGates.of(before, "SupplementalGroupsPolicy=true"))
        .hasMessage(
            "cannot set feature gate SupplementalGroupsPolicy to true, feature is PreAlpha at"
                + " emulated version 1.30, min compatibility version 1.29");
  }

  @Test
  void aVersionHasTwoParts() {
    assertThatThrownBy(() -> KubeVersion.emulated("latest"))
        .hasMessage("--emulated-version: \"latest\" is not a version such as 1.35");
  }
}
