package dev.muster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.controllers.reconcile.ControllerDescriptor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --controllers} means. */
class ControllerChoiceTest {
  private static final List<ControllerDescriptor> THREE =
      List.of(named("a-controller", "a"), named("b-controller", "b"), named("c-controller", "c"));

  private static ControllerDescriptor named(String name, String older) {
    return new ControllerDescriptor(
        name,
        List.of(older),
        name,
        name,
        1,
        context ->
            key -> {
              throw new AssertionError();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'*', a-controller b-controller c-controller",
    "'*,-b', a-controller c-controller",
    "'*,-b-controller', a-controller c-controller",
    "'a,c-controller', a-controller c-controller",
    "'a,-a', ''",
    "'', ''",
    "'somebody-else', ''"
  })
  void chosen(String words, String names) {
    assertThat(
            new ControllerChoice(THREE)
                .chosen(Arrays.asList(words.split(","))).stream()
                    .map(ControllerDescriptor::name)
                    .toList())
        .isEqualTo(names.isEmpty() ? List.of() : Arrays.asList(names.split(" ")));
  }

  @Test
  void noTwoControllersShareANameOrAnAccount() {
    Set<String> seen = new HashSet<>();
    for (ControllerDescriptor one : ControllerList.all()) {
      assertThat(seen.add("name " + one.name())).as(one.name()).isTrue();
      one.olderNames().forEach(n -> assertThat(seen.add("name " + n)).as(n).isTrue());
      assertThat(seen.add("account " + one.serviceAccount())).as(one.serviceAccount()).isTrue();
    }
  }
}
