package dev.muster.apiserver.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

  /** As many bytes of bodies as may wait for the disk. */
  static final long BODIES = 32L << 20;

  private final BlockingQueue<AuditEvent> waiting;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final long maxEventBytes;
  private final AuditSink sink;
  private final AuditCounts counts;
  private final Thread writer;
  private volatile boolean closed;
  private volatile boolean losing;
  private boolean failing;

  AuditLog(AuditSink sink, int capacity, long maxEventBytes, AuditCounts counts) {
    this.maxEventBytes = maxEventBytes;
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
      return new AuditLog(sink, CAPACITY, options.maxEventBytes(), counts);
    } catch (IOException e) {
      throw new UncheckedIOException("--audit-log-path: " + path + " cannot be written: " + e, e);
    }
  }

  /**
   * Never waits: an event that finds the queue full is lost, and counted as such; one whose bodies
   * find no room is kept without them.
   */
  void add(AuditEvent event) {
    long bytes = event.bodies().length();
    boolean room = bytes == 0 || waitingBytes.addAndGet(bytes) <= BODIES;
    AuditEvent kept = room ? event : event.truncated();
    if (!room) {
      waitingBytes.addAndGet(-bytes);
    }
    if (!closed && waiting.offer(kept)) {
      losing = false;
      return;
    }
    waitingBytes.addAndGet(-kept.bodies().length());
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
      waitingBytes.addAndGet(-event.bodies().length());
      byte[] line = event.line();
      boolean large = line.length > maxEventBytes && event.bodies().length() > 0;
      sink.write(large ? event.truncated().line() : line);
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
