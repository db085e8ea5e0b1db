package dev.muster.store;

import dev.muster.store.Journal.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes entries of rows beside the thread that reads them, and hands them on in the order of the
 * rows, on that thread. What is under way is bounded.
 */
final class RowDecoding<V> {
  private static final int CHUNK_ROWS = 512;
  private static final long CHUNK_BYTES = 1L << 20;
  private static final int CHUNKS = 8;

  private record Decoded<V>(Row row, @Nullable Entry<V> entry) {}

  private final Function<Row, @Nullable Entry<V>> decode;
  private final BiConsumer<Row, @Nullable Entry<V>> taker;
  private final ArrayDeque<CompletableFuture<List<Decoded<V>>>> underWay = new ArrayDeque<>();
  private List<Row> chunk = new ArrayList<>();
  private long bytes;

  /**
   * @param decode called by any threads; null for a deletion
   */
  RowDecoding(Function<Row, @Nullable Entry<V>> decode, BiConsumer<Row, @Nullable Entry<V>> taker) {
    this.decode = decode;
    this.taker = taker;
  }

  void row(Row row) {
    chunk.add(row);
    byte[] value = row.value();
    bytes += value == null ? 0 : value.length;
    if (chunk.size() == CHUNK_ROWS || bytes >= CHUNK_BYTES) {
      begin();
      if (underWay.size() > CHUNKS) {
        take();
      }
    }
  }

  /** Hands on the rest. */
  void finish() {
    begin();
    while (!underWay.isEmpty()) {
      take();
    }
  }

  private void begin() {
    List<Row> rows = chunk;
    underWay.add(CompletableFuture.supplyAsync(() -> decode(rows), Thread::startVirtualThread));
    chunk = new ArrayList<>(CHUNK_ROWS);
    bytes = 0;
  }

  private List<Decoded<V>> decode(List<Row> rows) {
    List<Decoded<V>> decoded = new ArrayList<>(rows.size());
    for (Row row : rows) {
      decoded.add(new Decoded<>(row, decode.apply(row)));
    }
    return decoded;
  }

  private void take() {
    try {
      underWay.remove().join().forEach(one -> taker.accept(one.row(), one.entry()));
    } catch (CompletionException e) {
      throw e.getCause() instanceof StoreException failure ? failure : e;
    }
  }
}
