package dev.muster.node.eviction;

import dev.muster.linux.StatFs;
import dev.muster.node.pressure.Observation;
import dev.muster.node.pressure.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the machine has left.
 *
 * @param proc where the kernel tells
 * @param nodeFs a directory on the disk of logs and volumes
 */
record NodeResources(Path proc, Path nodeFs) {

  /**
   * @param imageFs a directory on the disk of images and writable layers
   */
  Map<Signal, Observation> observe(Optional<Path> imageFs) throws IOException {
    Map<Signal, Observation> all = new EnumMap<>(Signal.class);
    all.put(Signal.MEMORY_AVAILABLE, memory());
    all.put(Signal.PID_AVAILABLE, processes());
    StatFs node = StatFs.of(nodeFs);
    all.put(Signal.NODE_FS_AVAILABLE, space(node));
    inodes(all, Signal.NODE_FS_INODES_FREE, node);
    if (imageFs.isPresent()) {
      StatFs image = StatFs.of(imageFs.get());
      all.put(Signal.IMAGE_FS_AVAILABLE, space(image));
      inodes(all, Signal.IMAGE_FS_INODES_FREE, image);
    }
    return all;
  }

  private static Observation space(StatFs found) {
    return new Observation(
        found.available() * found.blockSize(), found.blocks() * found.blockSize());
  }

  /** Some file systems make them as they need them, and tell of none. */
  private static void inodes(Map<Signal, Observation> all, Signal signal, StatFs found) {
    if (found.files() > 0) {
      all.put(signal, new Observation(found.freeFiles(), found.files()));
    }
  }

  /** What is free, and what is cached and not in use. */
  private Observation memory() throws IOException {
    long total = 0;
    long available = 0;
    for (String line : Files.readAllLines(proc.resolve("meminfo"))) {
      String[] words = line.split("\\s+", 3);
      switch (words[0]) {
        case "MemTotal:" -> total = Long.parseLong(words[1]) << 10;
        case "MemFree:", "Inactive(file):" -> available += Long.parseLong(words[1]) << 10;
        default -> {}
      }
    }
    return new Observation(available, total);
  }

  private Observation processes() throws IOException {
    long most = Math.min(number("sys/kernel/pid_max"), number("sys/kernel/threads-max"));
    String load = Files.readString(proc.resolve("loadavg")).split(" ", 5)[3];
    long running = Long.parseLong(load.substring(load.indexOf('/') + 1));
    return new Observation(most - running, most);
  }

  private long number(String file) throws IOException {
    return Long.parseLong(Files.readString(proc.resolve(file)).strip());
  }
}
