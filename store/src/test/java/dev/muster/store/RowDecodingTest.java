package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.store.Journal.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows become entries on several threads, and come in their order all the same. */
class RowDecodingTest {
  private static final int MANY = 20_000;

  @Test
  void entriesComeInTheOrderOfTheRowsThoughLaterOnesAreReadySooner() throws Exception {
    List<Long> taken = new ArrayList<>();
    CountDownLatch laterRow = new CountDownLatch(1);
    RowDecoding<Long> decoding =
        new RowDecoding<>(
            row -> {
              if (row.revision() == 0) {
                await(laterRow);
              } else if (row.revision() == 1_000) {
                laterRow.countDown();
              }
              return new Entry<>(row.key(), row.revision(), 0, row.revision());
            },
            (row, entry) -> taken.add(entry == null ? -1 : entry.value()));
    LongStream.range(0, MANY).forEach(revision -> decoding.row(row(revision, new byte[1])));
    decoding.finish();
    assertThat(taken).isEqualTo(LongStream.range(0, MANY).boxed().toList());
  }

  @Test
  void noMoreThanSomeMegabytesAreUnderWay() {
    List<Long> taken = new ArrayList<>();
    RowDecoding<Long> decoding =
        new RowDecoding<>(row -> null, (row, entry) -> taken.add(row.revision()));
    for (long revision = 0; revision < 100; revision++) {
      decoding.row(row(revision, new byte[2 << 20]));
    }
    assertThat(taken).hasSizeGreaterThan(80);
    decoding.finish();
    assertThat(taken).hasSize(100);
  }

  @Test
  void whatCannotBeReadEndsItAndWhatCameBeforeWasTaken() {
    List<Long> taken = new ArrayList<>();
    RowDecoding<Long> decoding =
        new RowDecoding<>(
            row -> {
              if (row.revision() == 5_000) {
                throw new StoreException("revision 5000 is damaged");
              }
              return null;
            },
            (row, entry) -> taken.add(row.revision()));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> {
              LongStream.range(0, MANY).forEach(revision -> decoding.row(row(revision, null)));
              decoding.finish();
            })
        .withMessage("revision 5000 is damaged");
    assertThat(taken).isEqualTo(LongStream.range(0, taken.size()).boxed().toList());
    assertThat(taken).doesNotContain(5_000L).isNotEmpty();
  }

  private static Row row(long revision, byte @Nullable [] value) {
    return new Row(revision, "key", 0, value);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
