package dev.muster.access.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.access.PolicyException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people paste, as objects. */
class ManifestTextTest {
  private static List<String> places(String text) {
    return ManifestText.read("x", text, 3).stream().map(PolicyDocument::place).toList();
  }

  @Test
  void documentsAreOneAfterTheOther() {
    assertThat(places("---\nkind: A\n--- # the second\nkind: B\n---\n\n"))
        .containsExactly("x: document 1", "x: document 2");
  }

  @Test
  void listsAreOpened() {
    assertThat(places("kind: List\nitems: [{kind: A}, {kind: B}]\n"))
        .containsExactly("x: document 1: items[0]", "x: document 1: items[1]");
  }

  @Test
  void aLineOfDashesInsideATextIsNoSeparator() {
    assertThat(places("kind: A\ndata:\n  note: |\n    ---\n    more\n")).hasSize(1);
    assertThat(places("kind: A\ndata: {x: ---y}\n")).hasSize(1);
  }

  @Test
  void emptyAndCommentsAreNothing() {
    assertThat(places("")).isEmpty();
    assertThat(places("---\n# nothing here\n---\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'kind: ['|x: document 1: ",
        "just words|x: document 1: is no object",
        "'items: [1]'|x: document 1: items[0]: is no object",
        "'items: [{}, {}, {}, {}]'|x: has more than 3 objects"
      })
  void whatIsNoneIsToldWithItsPlace(String text, String said) {
    assertThatThrownBy(() -> places(text))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith(said);
  }

  @Test
  void aliasesDoNotGrowBeyondTheirBound() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
    }
    assertThatThrownBy(() -> places(bomb.toString())).isInstanceOf(PolicyException.class);
  }
}
