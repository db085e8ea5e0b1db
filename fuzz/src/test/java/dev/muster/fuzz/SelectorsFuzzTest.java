package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.model.scheme.Kind;
import dev.muster.model.selector.FieldSelector;
import dev.muster.model.selector.FieldTerm;
import dev.muster.model.selector.LabelSelector;
import dev.muster.model.status.ApiException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A text, read as a selector of labels and as one of fields. */
class SelectorsFuzzTest {
  private static final Kind POD = Canonical.kind("v1", "Pod");
  private static final List<Map<String, String>> LABELS =
      List.of(Map.of(), Map.of("app", "web"), Map.of("app", "db", "tier", "1"), Map.of("a", ""));

  @FuzzTest
  void meansTheSameWhenWrittenOut(byte[] input) {
    String text = Inputs.text(input);
    refusedOr(SelectorsFuzzTest::labels, text);
    refusedOr(SelectorsFuzzTest::fields, text);
    refusedOr(each -> FieldSelector.parse(POD, each).matches(Map.of("metadata.name", "web")), text);
  }

  private static void refusedOr(Consumer<String> reading, String text) {
    try {
      reading.accept(text);
    } catch (ApiException refused) {
      Inputs.refusedByClientsFault(refused);
    }
  }

  private static void labels(String text) {
    LabelSelector selector = LabelSelector.parse(text);
    LabelSelector again = LabelSelector.parse(selector.toString());
    assertThat(again.toString()).isEqualTo(selector.toString());
    for (Map<String, String> each : LABELS) {
      assertThat(again.matches(each)).isEqualTo(selector.matches(each));
    }
  }

  private static void fields(String text) {
    List<FieldTerm> terms = FieldTerm.parse(text);
    String written = String.join(",", terms.stream().map(FieldTerm::toString).toList());
    assertThat(FieldTerm.parse(written)).containsExactlyInAnyOrderElementsOf(terms);
  }
}
