package dev.muster.model.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Field sets behave as sets of paths, whatever their form. */
class FieldSetPropertiesTest {

  @Provide
  Arbitrary<FieldSet> sets() {
    return paths().list().ofMaxSize(12).map(FieldSetPropertiesTest::of);
  }

  private static Arbitrary<List<PathElement>> paths() {
    Arbitrary<PathElement> step =
        Arbitraries.oneOf(
            Arbitraries.of("a", "b", "c").map(PathElement::field),
            Arbitraries.of("a", "<&>").map(v -> PathElement.value(TextNode.valueOf(v))),
            Arbitraries.of(2L, 10L)
                .map(v -> PathElement.key(List.of("port"), List.of(LongNode.valueOf(v)))));
    return step.list().ofMinSize(1).ofMaxSize(3);
  }

  private static FieldSet of(List<List<PathElement>> paths) {
    FieldSet out = FieldSet.EMPTY;
    for (List<PathElement> path : paths) {
      FieldSet.Builder one = new FieldSet.Builder();
      one.addPath(path.getFirst(), path.subList(1, path.size()).toArray(new PathElement[0]));
      out = out.union(one.build());
    }
    return out;
  }

  private static Set<List<PathElement>> members(FieldSet set) {
    Set<List<PathElement>> out = new HashSet<>();
    set.forEach(path -> out.add(List.copyOf(path)));
    return out;
  }

  @Property
  void unionHasWhatEitherHas(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
    Set<List<PathElement>> expected = members(a);
    expected.addAll(members(b));
    assertThat(members(a.union(b))).isEqualTo(expected);
  }

  @Property
  void intersectionHasWhatBothHave(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
    Set<List<PathElement>> expected = members(a);
    expected.retainAll(members(b));
    assertThat(members(a.intersection(b))).isEqualTo(expected);
  }

  @Property
  void differenceHasWhatOnlyTheFirstHas(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
    Set<List<PathElement>> expected = members(a);
    expected.removeAll(members(b));
    assertThat(members(a.difference(b))).isEqualTo(expected);
  }

  @Property
  void withoutAlsoDropsWhatIsBelow(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
    Set<List<PathElement>> out = members(b);
    Set<List<PathElement>> expected = members(a);
    expected.removeIf(
        path -> {
          for (int i = 1; i <= path.size(); i++) {
            if (out.contains(path.subList(0, i))) {
              return true;
            }
          }
          return false;
        });
    assertThat(members(a.without(b))).isEqualTo(expected);
  }

  @Property
  void theWireFormKeepsEverything(@ForAll("sets") FieldSet set) {
    assertThat(FieldsV1.read(FieldsV1.write(set))).isEqualTo(set);
  }

  @Property
  void membersAreFound(@ForAll("sets") FieldSet set) {
    assertThat(members(set)).allMatch(set::has);
  }
}
