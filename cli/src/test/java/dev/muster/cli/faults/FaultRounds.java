package dev.muster.cli.faults;

import dev.muster.testing.Await;
import dev.muster.testing.history.HistoryEvent;
import dev.muster.testing.history.RecordedHistory;
import dev.muster.testing.history.WatchRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Rounds of faults under load, one after the other on the same cluster. */
final class FaultRounds implements AutoCloseable {
  /** What has to be acknowledged by others meanwhile, and by every server afterwards. */
  private static final int GOES_ON = 10;

  private final FaultCluster cluster;
  private final FaultLoad load;
  private final OddAnswers odd = new OddAnswers();
  private final RecordedHistory history = new RecordedHistory();
  private final FaultTable table = new FaultTable();
  private final long seed;
  private final Duration longest;
  private final Consumer<String> say;
  private int rounds;

  /**
   * @param longest how long a fault lasts, unless others need more time to show that they go on
   */
  FaultRounds(Path directory, long seed, Duration longest, Consumer<String> say)
      throws IOException {
    this.seed = seed;
    this.longest = longest;
    this.say = say;
    this.cluster = new FaultCluster(directory);
    this.load = FaultLoad.start(cluster, history, odd, seed, cluster.prepare());
  }

  /** One fault, from before it until all is well again; what was found wrong up to now. */
  List<String> round(FaultKind kind) throws IOException {
    rounds++;
    Random random = new Random(seed + rounds);
    long acknowledged = history.acknowledged();
    long unknown = history.unknown();
    long answers = history.answers();
    long began = System.nanoTime();
    Injected fault = kind.inject(cluster, random);
    say.accept("round %d, seed %d: %s".formatted(rounds, seed, fault.what()));
    hold(fault, random);
    fault.mend().run();
    long mended = System.nanoTime();
    awaitRecovery();
    Duration recovery = since(mended);
    List<String> faults = load.inQuiet(this::check);
    table.add(
        kind,
        history.acknowledged() - acknowledged,
        history.unknown() - unknown,
        history.answers() - answers,
        recovery,
        faults.size());
    say.accept(
        String.format(
            Locale.ROOT,
            "  %d acknowledged, %d unknown, %d answers, %.1f s, recovery in %.1f s, %d found wrong",
            history.acknowledged() - acknowledged,
            history.unknown() - unknown,
            history.answers() - answers,
            since(began).toMillis() / 1000.0,
            recovery.toMillis() / 1000.0,
            faults.size()));
    return faults;
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private void hold(Injected fault, Random random) {
    long until = System.nanoTime() + random.nextLong(longest.toNanos() / 5, longest.toNanos());
    if (fault.othersGoOn()) {
      long before = history.acknowledged();
      Await.within(
          ServerProcess.RECOVERY,
          "what others acknowledged with " + fault.what(),
          history::acknowledged,
          now -> now > before + GOES_ON);
    }
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void awaitRecovery() {
    cluster.awaitWell();
    for (ServerProcess server : cluster.servers()) {
      long before = history.acknowledged(server.name());
      Await.within(
          ServerProcess.RECOVERY,
          "what server " + server.name() + " acknowledged",
          () -> history.acknowledged(server.name()),
          now -> now > before + GOES_ON);
    }
  }

  private List<String> check() throws IOException {
    cluster.log().readOn(cluster.leader().url());
    List<HistoryEvent> happened = cluster.log().events();
    long last =
        happened.stream()
            .filter(event -> event.key().startsWith(FaultObjects.CONFIG_MAPS))
            .mapToLong(HistoryEvent::revision)
            .max()
            .orElse(0);
    for (WatchRecord watch : load.watches()) {
      Await.within(
          ServerProcess.RECOVERY,
          "where a watch is, of " + last,
          watch::revision,
          now -> now >= last);
    }
    List<String> faults = new ArrayList<>(odd.all());
    for (ServerProcess server : cluster.servers()) {
      faults.addAll(server.complaints());
    }
    faults.addAll(history.faults(happened, cluster.log().known(), load.watches()));
    return faults;
  }

  FaultTable table() {
    return table;
  }

  /** Ends the load; a client that failed by itself fails this. */
  void finish() throws Exception {
    load.finish();
  }

  @Override
  public void close() {
    load.close();
    cluster.close();
  }
}
