package dev.muster.cli.images;

import dev.muster.linux.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the data of each running {@code muster up} of this user is: a file for each process, named
 * by its id, in a directory that is the user's alone. A file outlives a process that was killed, so
 * it counts only as long as that very process lives.
 */
public final class RunningClusters {
  private final Path directory;

  RunningClusters(Path directory) {
    this.directory = directory;
  }

  /** Those that this user runs. */
  public static RunningClusters ofThisUser() {
    return new RunningClusters(DataFolder.byDefault().resolve("running"));
  }

  /** Says from now on, until it is closed, that this process runs a cluster with this data. */
  public Note note(Path data) throws IOException {
    ProcessHandle self = ProcessHandle.current();
    PrivateDirectory.claim(directory);
    Path file = directory.resolve(Long.toString(self.pid()));
    Files.writeString(file, started(self) + "\n" + data.toAbsolutePath().normalize() + "\n");
    return new Note(file);
  }

  /** The data of those that run, each once. */
  List<Path> data() throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path each : files.sorted().toList()) {
          dataOf(each).filter(data -> !found.contains(data)).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private static Optional<Path> dataOf(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (!name.matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    Optional<String> now = ProcessHandle.of(Long.parseLong(name)).map(RunningClusters::started);
    try {
      List<String> lines = Files.readAllLines(file);
      return lines.size() == 2 && now.isPresent() && lines.getFirst().equals(now.get())
          ? Optional.of(Path.of(lines.getLast()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty(); // it stopped just now
    }
  }

  /** Tells a process from a later one with the same id. */
  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  /** Says that a cluster runs, until it is closed. */
  public record Note(Path file) implements AutoCloseable {
    @Override
    public void close() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        return; // it does not count once this process has ended
      }
    }
  }
}
