package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileModeRulesTest {

  @ParameterizedTest
  @CsvSource({
    "-1, true, false",
    "0, false, false",
    "420, false, false",
    "511, false, false",
    "512, false, true",
    "4095, false, true",
    "4096, true, false",
    "2147483647, true, false"
  })
  void usesPermissionBitsWarnsOfTheNextThreeAndRefusesTheRest(
      long mode, boolean refused, boolean warned) {
    ObjectNode spec =
        PodTrees.spec(
            "{'volumes':[{'name':'v','secret':{'secretName':'s','defaultMode':" + mode + "}}]}");
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    PodSpec at = new PodSpec(new At(spec, Path.of("spec")));
    Errors errors = new Errors();
    VolumeRules.validate(at, errors);
    assertThat(errors.size()).isEqualTo(refused ? 1 : 0);
    assertThat(VolumeRules.warnings(at)).hasSize(warned ? 1 : 0);
    assertThat(at.volumes().getFirst().secret().defaultMode().number())
        .as("stored as given")
        .isEqualTo(mode);
  }
}
