package dev.muster.cli.faults;

import dev.muster.testing.history.RecordedHistory;
import dev.muster.testing.history.WatchRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Writers, readers and watchers of two servers, and users whose rights come and go. */
final class FaultLoad implements AutoCloseable {
  private static final int KEYS = 6;
  private static final int WRITERS = 4;
  private static final int READERS = 2;
  private static final int WATCHERS = 3;

  /** Between two requests of a client: there should be many faults, not much heat. */
  private static final long PACE = TimeUnit.MILLISECONDS.toNanos(25);

  /** One client's step, with a turn that counts up. */
  private interface Step {
    void take(int turn, Random random);
  }

  /** Looks at what there is. */
  interface Check {
    List<String> faults() throws IOException;
  }

  private final FaultCluster cluster;
  private final RecordingClient client;
  private final OddAnswers odd;
  private final Random seeds;
  private final List<WatchingClient> watchers = new ArrayList<>();
  private final List<Future<?>> running = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** A step is taken with the one half; who has the other sees nothing under way. */
  private final ReentrantReadWriteLock steps = new ReentrantReadWriteLock(true);

  private volatile boolean over;

  private FaultLoad(FaultCluster cluster, RecordedHistory history, OddAnswers odd, Random seeds) {
    this.cluster = cluster;
    this.odd = odd;
    this.client = new RecordingClient(history, odd);
    this.seeds = seeds;
  }

  static FaultLoad start(
      FaultCluster cluster, RecordedHistory history, OddAnswers odd, long seed, long revision) {
    FaultLoad load = new FaultLoad(cluster, history, odd, new Random(seed));
    for (int i = 0; i < WRITERS; i++) {
      ServerConnection server = cluster.server(i);
      String name = "w" + i + "-";
      load.run((turn, random) -> load.write(server, name + turn, random));
    }
    for (int i = 0; i < READERS; i++) {
      ServerConnection server = cluster.server(i);
      load.run((turn, random) -> load.read(server, random));
    }
    for (int i = 0; i < FaultCluster.LIMITED.size(); i++) {
      String user = FaultCluster.LIMITED.get(i);
      ServerConnection server = cluster.server(i);
      load.run((turn, random) -> load.grantOrRevoke(cluster.server(turn), user, turn));
      load.run((turn, random) -> load.exercise(server, random));
    }
    for (int i = 0; i < WATCHERS; i++) {
      load.watch(new WatchRecord("watcher " + i, FaultObjects.CONFIG_MAPS, revision));
    }
    return load;
  }

  private void run(Step step) {
    Random random = new Random(seeds.nextLong());
    running.add(
        threads.submit(
            () -> {
              for (int turn = 0; !over; turn++) {
                steps.readLock().lock();
                try {
                  step.take(turn, random);
                } finally {
                  steps.readLock().unlock();
                }
                LockSupport.parkNanos(PACE);
              }
              return null;
            }));
  }

  private void watch(WatchRecord record) {
    WatchingClient watcher =
        new WatchingClient(cluster, client, odd, record, timer, new Random(seeds.nextLong()));
    watchers.add(watcher);
    running.add(
        threads.submit(
            () -> {
              while (!over) {
                watcher.watch();
                LockSupport.parkNanos(PACE);
              }
              return null;
            }));
  }

  private void write(ServerConnection server, String text, Random random) {
    String key = FaultObjects.CONFIG_MAPS + "k" + random.nextInt(KEYS);
    if (random.nextInt(3) == 0) {
      client.patch(server, key, text);
      return;
    }
    Optional<Long> there = client.get(server, key);
    if (there.isEmpty()) {
      return;
    }
    if (there.get() == 0) {
      client.create(server, key, text);
    } else if (random.nextInt(4) == 0) {
      client.delete(server, key, there.get());
    } else {
      client.replace(server, key, text, there.get());
    }
  }

  private void read(ServerConnection server, Random random) {
    if (random.nextInt(4) == 0) {
      client.list(server);
    } else {
      client.get(server, FaultObjects.CONFIG_MAPS + "k" + random.nextInt(KEYS));
    }
  }

  /** What one server acknowledged the other is asked about at once. */
  private void grantOrRevoke(ServerConnection server, String user, int turn) {
    String binding = FaultObjects.BINDINGS + user;
    Optional<Long> there = client.get(server, binding);
    if (there.isEmpty()) {
      return;
    }
    if (there.get() == 0) {
      client.create(server, binding, user + "-" + turn);
    } else {
      client.delete(server, binding, there.get());
    }
    client.review(cluster.server(turn + 1), binding);
    client.tryAccess(cluster.server(turn + 1), binding);
  }

  private void exercise(ServerConnection server, Random random) {
    String user = FaultCluster.LIMITED.get(random.nextInt(FaultCluster.LIMITED.size()));
    if (random.nextBoolean()) {
      client.review(server, FaultObjects.BINDINGS + user);
    } else {
      client.tryAccess(server, FaultObjects.BINDINGS + user);
    }
  }

  List<WatchRecord> watches() {
    return watchers.stream().map(WatchingClient::record).toList();
  }

  /** What is found wrong while nothing is under way, but watches. */
  List<String> inQuiet(Check check) throws IOException {
    steps.writeLock().lock();
    try {
      return check.faults();
    } finally {
      steps.writeLock().unlock();
    }
  }

  /**
   * @throws java.util.concurrent.ExecutionException if a client failed, which none should
   */
  void finish() throws Exception {
    over = true;
    for (Future<?> each : running) {
      each.get();
    }
  }

  @Override
  public void close() {
    over = true;
    timer.shutdownNow();
    threads.shutdownNow();
  }
}
