package dev.muster.apiserver.audit;

import dev.muster.api.codec.Encoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events from any thread without waiting, and writes them with one of its own. Closing it
 * writes what is still waiting.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  /** As many events as may wait for the disk. */
  static final int CAPACITY = 10_000;

  private final BlockingQueue<AuditEvent> waiting;
  private final AuditSink sink;
  private final AuditCounts counts;
  private final Thread writer;
  private volatile boolean closed;
  private volatile boolean losing;
  private boolean failing;

  AuditLog(AuditSink sink, int capacity, AuditCounts counts) {
    this.waiting = new ArrayBlockingQueue<>(capacity);
    this.sink = sink;
    this.counts = counts;
    this.writer = Thread.ofPlatform().name("audit-log").daemon().start(this::run);
  }

  /**
   * Opens a log.
   *
   * @param path a file, or {@code -} for standard output
   */
  public static AuditLog open(
      String path, AuditLogOptions options, Clock clock, AuditCounts counts) {
    try {
      AuditSink sink =
          path.equals("-")
              ? new StandardOutput(System.out)
              : new RotatingFile(Path.of(path), options, clock);
      return new AuditLog(sink, CAPACITY, counts);
    } catch (IOException e) {
      throw new UncheckedIOException("--audit-log-path: " + path + " cannot be written: " + e, e);
    }
  }

  /** Never waits: an event that finds the queue full is lost, and counted as such. */
  void add(AuditEvent event) {
    if (!closed && waiting.offer(event)) {
      losing = false;
      return;
    }
    counts.lost();
    if (!losing) {
      losing = true;
      LOG.error("audit events are lost: {} of them wait for the log already", waiting.size());
    }
  }

  private void run() {
    try {
      while (!closed || !waiting.isEmpty()) {
        AuditEvent next = waiting.poll(100, TimeUnit.MILLISECONDS);
        if (next == null) {
          continue;
        }
        for (AuditEvent event = next; event != null; event = waiting.poll()) {
          write(event);
        }
        flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(AuditEvent event) {
    try {
      byte[] json = Encoder.encode(event.json());
      byte[] line = Arrays.copyOf(json, json.length + 1);
      line[json.length] = '\n';
      sink.write(line);
      counts.written();
      failing = false;
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  private void flush() {
    try {
      sink.flush();
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(Exception e) {
    counts.lost();
    if (!failing) {
      LOG.error("the audit log cannot be written", e);
    }
    failing = true;
  }

  @Override
  public void close() {
    closed = true;
    try {
      writer.join();
      sink.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failed(e);
    }
  }
}
