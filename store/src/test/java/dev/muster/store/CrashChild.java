package dev.muster.store;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/**
 * The process that {@link CrashRun} kills: many threads write to keys of their own and tell of each
 * write once it is acknowledged, compacting history now and then.
 */
final class CrashChild {
  static final int THREADS = 16;
  static final int KEYS = 4;
  static final int HISTORY = 1_500;

  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final Store<Text> store;
  private final String run;

  private CrashChild(Store<Text> store, String run) {
    this.store = store;
    this.run = run;
  }

  /** How to start it: as quickly as a JVM can. */
  static ProcessBuilder command(Path directory, String run) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:+ExitOnOutOfMemoryError",
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-Dslf4j.internal.verbosity=ERROR", // it has nowhere to log to
        "-cp",
        System.getProperty("java.class.path"),
        CrashChild.class.getName(),
        directory.toString(),
        run);
  }

  public static void main(String[] args) {
    CrashChild child = new CrashChild(EmbeddedStore.open(Path.of(args[0]), Text.CODEC), args[1]);
    child.say("open " + child.store.snapshot().revision());
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      Thread.ofPlatform().start(() -> child.write(thread));
    }
  }

  private void write(int thread) {
    Random random = new Random();
    for (int count = 0; ; count++) {
      if (random.nextInt(20) == 0) {
        store.compact(Math.max(1, store.snapshot().revision() - HISTORY));
      }
      String key = "bucket" + thread % 3 + "/" + thread + "/" + random.nextInt(KEYS);
      Entry<Text> entry = store.snapshot().get(key);
      if (entry != null && random.nextInt(4) == 0) {
        say("ack " + store.delete(key, entry.revision()).revision() + " " + key + " -");
      } else {
        String text = run + "." + thread + "." + count;
        long expected = entry == null ? 0 : entry.revision();
        long revision = store.put(key, padded(text, random), expected).revision();
        say("ack " + revision + " " + key + " " + text);
      }
    }
  }

  /** Some values are larger than a page. */
  private static Draft<Text> padded(String text, Random random) {
    return Text.draft(text + " " + "x".repeat(random.nextInt(10) == 0 ? 20_000 : 500));
  }

  /** INVARIANT: a line is one write to the pipe, so it arrives whole or not at all. */
  private void say(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
