package dev.muster.network.bridge;

import dev.muster.network.address.Ipv4Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Who has which bridge of this machine: a file for each, that its owner locks as long as it lives
 * and that says of which data directory it is. Gone with a reboot, as bridges are.
 *
 * @param directory of the files, for all runs on this machine
 */
record BridgeClaims(Path directory) {
  private static final int LONGEST_PATH = 4096;

  /** Of all runs on this machine. */
  static final BridgeClaims OF_THIS_MACHINE = new BridgeClaims(Path.of("/run/muster/networks"));

  /**
   * What this process has. The kernel forgets a process' lock once it closes the file anywhere, so
   * nobody here opens one that is held.
   */
  private static final Set<Path> HERE = ConcurrentHashMap.newKeySet();

  /** A bridge that nobody else has, until it is closed. */
  record Held(Path file, FileChannel channel) implements AutoCloseable {
    private String data() throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(LONGEST_PATH);
      int count = channel.read(bytes, 0);
      return new String(bytes.array(), 0, Math.max(0, count), StandardCharsets.UTF_8);
    }

    private void write(Path data) throws IOException {
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(data.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** Nobody has to look after the bridge any more. */
    void forget() throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public void close() throws IOException {
      channel.close();
      HERE.remove(file);
    }
  }

  /** Which bridge a data directory has, and its range. */
  record Kept(String name, Ipv4Range range) {
    static Optional<Kept> read(Path data) throws IOException {
      Path file = data.resolve("bridge");
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      List<String> words = List.of(Files.readString(file).strip().split(" "));
      return words.size() == 2
          ? Ipv4Range.parse(words.getLast()).map(range -> new Kept(words.getFirst(), range))
          : Optional.empty();
    }

    void write(Path data) throws IOException {
      Files.createDirectories(data);
      Files.writeString(data.resolve("bridge"), name + " " + range + "\n");
    }
  }

  /** Empty if another run has it. */
  Optional<Held> take(String bridge, Path data) throws IOException {
    Optional<Held> held = lock(directory.resolve(bridge));
    if (held.isPresent()) {
      held.get().write(data);
    }
    return held;
  }

  private Optional<Held> lock(Path file) throws IOException {
    Files.createDirectories(directory);
    if (!HERE.add(file)) {
      return Optional.empty();
    }
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Held held = new Held(file, channel);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(held);
      }
      held.close();
      return Optional.empty();
    } catch (IOException e) {
      HERE.remove(file);
      throw e;
    }
  }

  /** A removal of what a bridge had. */
  interface Removal {
    void remove(String bridge) throws IOException;
  }

  /** Removes the bridges of runs that were killed and whose data directories are gone. */
  void removeOrphans(Removal removal) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.toList();
    }
    for (Path file : files) {
      String bridge = file.getFileName().toString();
      if (!NodeBridge.isName(bridge)) {
        continue;
      }
      Optional<Held> free = lock(file);
      if (free.isPresent()) {
        try (Held held = free.get()) {
          if (!isKept(bridge, held.data())) {
            removal.remove(bridge);
            held.forget();
          }
        }
      }
    }
  }

  private static boolean isKept(String bridge, String data) throws IOException {
    return !data.isBlank()
        && Kept.read(Path.of(data)).filter(kept -> kept.name().equals(bridge)).isPresent();
  }
}
