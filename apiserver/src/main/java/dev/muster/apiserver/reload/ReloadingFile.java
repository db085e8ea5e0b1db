package dev.muster.apiserver.reload;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the file of a configuration: a good change takes effect within a second, once what it
 * says can be used; a bad one is logged and counted and leaves the last good configuration in
 * force. A file that says the same in other words changes nothing.
 *
 * @param <C> the configuration
 * @param <U> what it is made into
 */
public final class ReloadingFile<C, U extends ReloadCandidate> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadingFile.class);

  /** How long a configuration may not be usable yet until that counts as a failure. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private record Waiting<C, U>(LoadedConfig<C> read, U candidate, Instant until) {}

  private final String name;
  private final Path file;
  private final ReloadSteps<C, U> steps;
  private final ReloadObserver observer;
  private final InstantSource clock;
  private final FollowedFile follower;

  /** Null if it could not be read. */
  private byte @Nullable [] lastRead;

  private LoadedConfig<C> lastTaken;
  private @Nullable Waiting<C, U> waiting;
  private boolean closed;
  private volatile String problem = "";

  private ReloadingFile(
      String name,
      Path file,
      LoadedConfig<C> initial,
      ReloadSteps<C, U> steps,
      ReloadObserver observer,
      InstantSource clock) {
    this.name = name;
    this.file = file;
    this.steps = steps;
    this.observer = observer;
    this.clock = clock;
    this.lastRead = initial.bytes();
    this.lastTaken = initial;
    this.follower =
        FollowedFile.at(
            file,
            new FollowedFile.Reading() {
              @Override
              public void read(boolean changed) {
                look();
              }

              @Override
              public void looked() {
                takeIfReady();
              }
            });
  }

  /**
   * Goes on from what was read to begin with.
   *
   * @param name of the configuration in the log, as {@code authorization configuration}
   * @param initial in force now
   */
  public static <C, U extends ReloadCandidate> ReloadingFile<C, U> follow(
      String name,
      Path file,
      LoadedConfig<C> initial,
      ReloadSteps<C, U> steps,
      ReloadObserver observer,
      InstantSource clock) {
    ReloadingFile<C, U> followed = new ReloadingFile<>(name, file, initial, steps, observer, clock);
    followed.look(); // it may have changed meanwhile
    followed.takeIfReady();
    followed.follower.start();
    return followed;
  }

  /** What is wrong with the file as it is now; empty when its configuration is in force. */
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  /** What everybody may know of a problem: a line for those who ask whether the server is ready. */
  public Optional<String> note() {
    return problem().map(why -> "the last good configuration is in force");
  }

  private synchronized void look() {
    if (closed) {
      return;
    }
    try {
      byte[] bytes = ConfigFileBytes.read(file);
      if (!Arrays.equals(bytes, lastRead)) {
        lastRead = bytes;
        forget();
        read(bytes);
      }
    } catch (IOException e) {
      lastRead = null;
      forget();
      failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      failed(String.valueOf(e.getMessage()));
    }
  }

  private void read(byte[] bytes) {
    LoadedConfig<C> read = steps.read().apply(bytes);
    if (!read.tree().equals(lastTaken.tree())) {
      U candidate = steps.build().apply(read.configuration());
      waiting = new Waiting<>(read, candidate, clock.instant().plus(PATIENCE));
      return;
    }
    if (!problem.isEmpty()) {
      LOG.info("{} is good again: file={}", name, file);
    }
    problem = "";
  }

  private synchronized void takeIfReady() {
    Waiting<C, U> next = waiting;
    if (next != null) {
      try {
        takeIfReady(next);
      } catch (RuntimeException e) {
        forget();
        failed(String.valueOf(e.getMessage()));
      }
    }
  }

  private void takeIfReady(Waiting<C, U> next) {
    Optional<String> notYet = next.candidate().problem();
    if (notYet.isEmpty()) {
      waiting = null;
      steps.take().accept(next.candidate());
      lastTaken = next.read();
      problem = "";
      LOG.info("{} reloaded: file={}", name, file);
      observer.reloaded(next.read().bytes());
    } else if (clock.instant().isAfter(next.until())) {
      failed(notYet.get());
      waiting = new Waiting<>(next.read(), next.candidate(), clock.instant().plus(PATIENCE));
    } else if (problem.isEmpty()) {
      problem = notYet.get();
    }
  }

  private void forget() {
    Waiting<C, U> next = waiting;
    if (next != null) {
      waiting = null;
      next.candidate().close();
    }
  }

  private void failed(String why) {
    if (!why.equals(problem) || lastRead != null) {
      LOG.error("the last good {} stays in force: {}", name, why);
      observer.failed();
    }
    problem = why;
  }

  @Override
  public synchronized void close() {
    closed = true;
    follower.close();
    forget();
  }
}
