package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;

/** The first byte chooses the kind, the others are a body of YAML. */
class YamlFuzzTest {
  @FuzzTest
  void readsWhatItWrote(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] yaml = Inputs.rest(input);
    try {
      JsonNode tree = Yaml.toTree(yaml);
      assertThat(Yaml.toTree(Yaml.fromTree(tree))).isEqualTo(tree);
    } catch (DecodeException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    }
    Kind kind = Canonical.kind(input[0]);
    try {
      var body = Canonical.BODIES.read(kind, "application/yaml", yaml, FieldValidation.WARN);
      Canonical.check(kind, body.object());
    } catch (ApiException refused) {
      Inputs.refusedByClientsFault(refused);
    }
  }
}
