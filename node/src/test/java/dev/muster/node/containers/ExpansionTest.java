package dev.muster.node.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpansionTest {
  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "$(A), one",
    "$(A)$(B), onetwo",
    "x$(A)y, xoney",
    "$$(A), $(A)",
    "$$$(A), $one",
    "$$$$(A), $$(A)",
    "$(NONE), $(NONE)",
    "$(A, $(A",
    "$A, $A",
    "cost: 5$, cost: 5$",
    "$(), $()",
    "$($(A), $($(A)",
  })
  void replacesWhatIsThere(String text, String expected) {
    assertThat(Expansion.expand(text, Map.of("A", "one", "B", "two"))).isEqualTo(expected);
  }
}
