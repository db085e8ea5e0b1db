package dev.muster.runtime.pods;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Waits for the exit codes that conmon writes, and hands on the containers' ids. */
public final class ExitWatch implements AutoCloseable {
  private final WatchService watch;
  private final Path directory;
  private final Consumer<String> exited;

  private ExitWatch(WatchService watch, Path directory, Consumer<String> exited) {
    this.watch = watch;
    this.directory = directory;
    this.exited = exited;
  }

  /** Begins to watch; what is there already is handed on too. */
  public static ExitWatch start(Path directory, Consumer<String> exited) throws IOException {
    WatchService service = directory.getFileSystem().newWatchService();
    directory.register(service, StandardWatchEventKinds.ENTRY_CREATE);
    ExitWatch watch = new ExitWatch(service, directory, exited);
    watch.everything();
    Thread.ofVirtual().name("exits").start(watch::follow);
    return watch;
  }

  private void follow() {
    try {
      while (true) {
        WatchKey key = watch.take();
        for (WatchEvent<?> each : key.pollEvents()) {
          if (each.context() instanceof Path name) {
            hand(name.toString());
          } else {
            everything();
          }
        }
        key.reset();
      }
    } catch (ClosedWatchServiceException | InterruptedException end) {
      // closed
    }
  }

  private void everything() {
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(each -> hand(each.getFileName().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** conmon writes a draft beside the file and renames it: a draft's name is no id. */
  private void hand(String name) {
    if (name.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
      Thread.ofPlatform().daemon().name("exit").start(() -> exited.accept(name));
    }
  }

  @Override
  public void close() throws IOException {
    watch.close();
  }
}
