package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TreeTest {

  record Step(String key, boolean put) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<String> keys = Arbitraries.strings().withChars("ab/").ofMinLength(1).ofMaxLength(4);
    return Combinators.combine(keys, Arbitraries.of(true, true, false))
        .as(Step::new)
        .list()
        .ofMaxSize(200);
  }

  @Provide
  Arbitrary<String> bounds() {
    return Arbitraries.strings().withChars("ab/c").ofMaxLength(3);
  }

  @Property(tries = 500)
  void behavesAsASortedMapAtEveryStep(
      @ForAll("steps") List<Step> steps,
      @ForAll("bounds") String prefix,
      @ForAll("bounds") String startAfter) {
    TreeMap<String, Entry<Integer>> model = new TreeMap<>();
    List<Tree<Integer>> trees = new ArrayList<>(List.of(Tree.empty()));
    List<TreeMap<String, Entry<Integer>>> models = new ArrayList<>(List.of(new TreeMap<>()));
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.put()) {
        Entry<Integer> entry = new Entry<>(step.key(), i, i, i);
        model.put(step.key(), entry);
        trees.add(trees.getLast().with(entry));
      } else {
        model.remove(step.key());
        trees.add(trees.getLast().without(step.key()));
      }
      models.add(new TreeMap<>(model));
    }
    for (int i = 0; i < trees.size(); i++) {
      check(trees.get(i), models.get(i), prefix, startAfter);
    }
    check(Tree.ofSorted(List.copyOf(model.values())), model, prefix, startAfter);
  }

  private static void check(
      Tree<Integer> tree, Map<String, Entry<Integer>> model, String prefix, String startAfter) {
    assertThat(tree.size()).isEqualTo(model.size());
    assertThat(entries(tree, "", "")).isEqualTo(List.copyOf(model.values()));
    List<Entry<Integer>> range =
        model.values().stream()
            .filter(e -> e.key().startsWith(prefix) && e.key().compareTo(startAfter) > 0)
            .toList();
    assertThat(entries(tree, prefix, startAfter)).isEqualTo(range);
    assertThat(tree.count(prefix, startAfter)).isEqualTo(range.size());
    model.forEach((key, entry) -> assertThat(tree.get(key)).isEqualTo(entry));
    assertThat(tree.get(prefix)).isEqualTo(model.get(prefix));
  }

  /** A tree that degenerates to a list overflows the stack here. */
  @Test
  void staysShallowWhenKeysComeInOrderAndGoInOrder() {
    Tree<Integer> tree = Tree.empty();
    for (int i = 0; i < 200_000; i++) {
      tree = tree.with(new Entry<>(key(i), i, i, i));
    }
    assertThat(tree.count("k/0", "")).isEqualTo(100_000);
    for (int i = 0; i < 199_990; i++) {
      tree = tree.without(key(i));
    }
    assertThat(entries(tree, "", ""))
        .extracting(Entry::value)
        .containsExactlyElementsOf(IntStream.range(199_990, 200_000).boxed().toList());
  }

  private static String key(int i) {
    return "k/%06d".formatted(i);
  }

  private static List<Entry<Integer>> entries(
      Tree<Integer> tree, String prefix, String startAfter) {
    List<Entry<Integer>> entries = new ArrayList<>();
    tree.range(prefix, startAfter).forEachRemaining(entries::add);
    return entries;
  }
}
