package dev.muster.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionIndexesTest {

  @ParameterizedTest(name = "{0} of {1} is {2}, {3} of them")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''            | 10 | ''        | 0
          0             | 10 | 0         | 1
          0,1           | 10 | 0,1       | 2
          0-2           | 10 | 0-2       | 3
          1,3-5,7       | 10 | 1,3-5,7   | 5
          1,2,3         | 10 | 1-3       | 3
          7-20          | 10 | 7-9       | 3
          12            | 10 | ''        | 0
          x,2,4-y       | 10 | 2         | 1
          5-3           | 10 | ''        | 0
          99999999999   | 10 | ''        | 0
          """)
  void areReadAndWritten(String text, int completions, String written, int total) {
    CompletionIndexes indexes = CompletionIndexes.parse(text, completions);
    assertThat(indexes).hasToString(written);
    assertThat(indexes.total()).isEqualTo(total);
  }

  @Property
  void areASet(
      @ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> one,
      @ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> other) {
    CompletionIndexes all = CompletionIndexes.of(one).plus(CompletionIndexes.of(other));
    Set<Integer> both = new TreeSet<>(one);
    both.addAll(other);
    assertThat(all).isEqualTo(CompletionIndexes.of(both));
    assertThat(CompletionIndexes.parse(all.toString(), 31)).isEqualTo(all);
    assertThat(all.total()).isEqualTo(both.size());
    for (int i = 0; i <= 31; i++) {
      assertThat(all.has(i)).isEqualTo(both.contains(i));
    }
    Set<Integer> common = new TreeSet<>(one);
    common.retainAll(other);
    assertThat(CompletionIndexes.of(one).common(CompletionIndexes.of(other)))
        .isEqualTo(common.size());
    List<Integer> missing = all.firstMissing(5, 31);
    assertThat(missing).noneMatch(both::contains).isSorted().hasSizeLessThanOrEqualTo(5);
    assertThat(missing.size()).isEqualTo(Math.min(5, 31 - both.size()));
  }
}
