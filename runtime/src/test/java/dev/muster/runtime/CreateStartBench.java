package dev.muster.runtime;

import dev.muster.cri.v1.PodSandboxConfig;
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
 * Not a test: prints how long create and start take beside a bare {@code runc run} of the same
 * bundle, then 100 containers at once and the memory of this process with them.
 */
final class CreateStartBench {
  private static final int ROUNDS = 30;
  private static final int MANY = 100;

  private CreateStartBench() {}

  public static void main(String[] arguments) throws Exception {
    try (RunningRuntime runtime = RunningRuntime.start()) {
      PodSandboxConfig pod = runtime.pod().build();
      String sandbox = runtime.run(pod);
      List<Double> ours = new ArrayList<>();
      List<Double> bare = new ArrayList<>();
      for (int i = -3; i < ROUNDS; i++) {
        long begin = System.nanoTime();
        String id = runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000"));
        double mine = (System.nanoTime() - begin) / 1e6;
        Path bundle = runtime.root.resolve("state/containers").resolve(id);
        double its = runc(runtime, bundle, "bare" + i);
        runtime.remove(id);
        if (i >= 0) {
          ours.add(mine);
          bare.add(its);
        }
      }
      System.out.printf(
          "create+start %.1f ms, runc run %.1f ms (medians of %d), ratio %.2f%n",
          median(ours), median(bare), ROUNDS, median(ours) / median(bare));
      many(runtime, sandbox, pod);
    }
  }

  private static double runc(RunningRuntime runtime, Path bundle, String name) throws Exception {
    Path copy = Files.createDirectories(runtime.root.resolve("bare"));
    String spec = Files.readString(bundle.resolve("config.json"));
    Files.writeString(
        copy.resolve("config.json"),
        spec.replace(runtime.cgroup + "/" + bundle.getFileName(), runtime.cgroup + "/" + name));
    String state = runtime.root.resolve("bare-state").toString();
    long begin = System.nanoTime();
    run("runc", "--root", state, "run", "--detach", "--bundle", copy.toString(), name);
    double took = (System.nanoTime() - begin) / 1e6;
    run("runc", "--root", state, "delete", "--force", name);
    return took;
  }

  private static void run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    if (builder.start().waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command));
    }
  }

  private static void many(RunningRuntime runtime, String sandbox, PodSandboxConfig pod)
      throws Exception {
    List<Callable<String>> work =
        Collections.nCopies(
            MANY, () -> runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000")));
    long begin = System.nanoTime();
    try (ExecutorService all = Executors.newFixedThreadPool(MANY)) {
      for (Future<String> each : all.invokeAll(work)) {
        each.get();
      }
    }
    double took = (System.nanoTime() - begin) / 1e9;
    System.gc();
    String memory =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS"))
            .findFirst()
            .orElse("");
    System.out.printf("%d containers at once: %.2f s; this process then: %s%n", MANY, took, memory);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
