package dev.muster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Creates and starts containers over a runtime's socket and prints how long that takes: one by one,
 * in turn with a bare {@code runc run} of the same bundle, then many at once with the memory that
 * the runtime has then. Arguments: socket, the runtime's root, image, its process, scratch
 * directory, rounds, how many at once.
 */
public final class ContainerStartLatency {
  private static final int WARM_UP = 20;

  /** What the one before left to be cleaned up has ended by then. */
  private static final long PAUSE_MILLIS = 50;

  private ContainerStartLatency() {}

  public static void main(String[] args) throws Exception {
    Path bundles = Path.of(args[1]).resolve("containers");
    String process = args[3];
    Path work = Path.of(args[4]);
    int rounds = Integer.parseInt(args[5]);
    int many = Integer.parseInt(args[6]);
    try (BenchContainers containers =
        new BenchContainers(Path.of(args[0]), args[2], work.resolve("logs"))) {
      oneByOne(containers, bundles, new BareRunc(work), rounds);
      System.out.printf("memory of the runtime after that: %s%n", memory(process));
      atOnce(containers, many);
      System.out.printf("memory of the runtime with %d containers: %s%n", many, memory(process));
    }
  }

  private static void oneByOne(BenchContainers containers, Path bundles, BareRunc runc, int rounds)
      throws IOException, InterruptedException {
    List<Long> ours = new ArrayList<>();
    List<Long> bare = new ArrayList<>();
    for (int i = -WARM_UP; i < rounds; i++) {
      Thread.sleep(PAUSE_MILLIS);
      long begin = System.nanoTime();
      String id = containers.run();
      long took = System.nanoTime() - begin;
      Thread.sleep(PAUSE_MILLIS);
      long alone = runc.time(bundles.resolve(id));
      containers.remove(id);
      if (i >= 0) {
        ours.add(took);
        bare.add(alone);
      }
    }
    print("create+start by CRI, a log and an overlay of its own in it", ours);
    print("runc run of the same bundle", bare);
    System.out.printf(
        "ratio of the medians: %.2f%n", (double) percentile(ours, 50) / percentile(bare, 50));
  }

  private static void atOnce(BenchContainers containers, int many) throws Exception {
    List<Callable<String>> work = Collections.nCopies(many, containers::run);
    long begin = System.nanoTime();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> each : all.invokeAll(work)) {
        each.get();
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        "%d containers at once: %.2f s, %d running%n", many, seconds, containers.running());
  }

  private static void print(String name, List<Long> nanos) {
    System.out.printf(
        "%s: median %.1f ms, p99 %.1f ms (%d)%n",
        name, percentile(nanos, 50) / 1e6, percentile(nanos, 99) / 1e6, nanos.size());
  }

  private static long percentile(List<Long> values, int percent) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static String memory(String process) throws IOException {
    return Files.readAllLines(Path.of("/proc", process, "status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .map(line -> Integer.parseInt(line.replaceAll("\\D", "")) / 1024 + " MB")
        .findFirst()
        .orElse("unknown");
  }
}
