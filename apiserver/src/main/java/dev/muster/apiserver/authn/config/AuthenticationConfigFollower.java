package dev.muster.apiserver.authn.config;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the file of {@code --authentication-config}: a good change takes effect within a second,
 * once its issuers can be reached; a bad one is logged and counted and leaves the last good
 * configuration in force.
 *
 * @param <C> what judges tokens by a configuration
 */
public final class AuthenticationConfigFollower<C extends AuthenticationConfigFollower.Candidate>
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuthenticationConfigFollower.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** How long a configuration waits for its issuers until that counts as a failure. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** What a configuration would be replaced by, once nothing is wrong with it. */
  public interface Candidate extends AutoCloseable {
    /** Why it cannot be used yet; empty if it can. */
    Optional<String> problem();

    @Override
    void close();
  }

  /** Is told what becomes of the file's versions. */
  public interface Reloads {
    void reloaded(byte[] file);

    void failed();
  }

  private record Waiting<C>(LoadedAuthentication read, C candidate, Instant until) {}

  private final Path file;
  private final AuthenticationConfigReader reader;
  private final LoadedAuthentication initial;
  private final Function<AuthenticationConfiguration, C> builder;
  private final Consumer<C> inForce;
  private final Reloads reloads;
  private final InstantSource clock;
  private final Thread follower;

  /** Null if it could not be read. */
  private byte @Nullable [] lastRead;

  private LoadedAuthentication lastTaken;
  private @Nullable Waiting<C> waiting;
  private volatile String problem = "";

  /**
   * @param initial the configuration in force; what it says of anonymous access must stay
   * @param builder begins to reach a configuration's issuers
   * @param inForce takes over what is used from now on
   */
  public AuthenticationConfigFollower(
      Path file,
      AuthenticationConfigReader reader,
      LoadedAuthentication initial,
      Function<AuthenticationConfiguration, C> builder,
      Consumer<C> inForce,
      Reloads reloads,
      InstantSource clock) {
    this.file = file;
    this.reader = reader;
    this.initial = initial;
    this.builder = builder;
    this.inForce = inForce;
    this.reloads = reloads;
    this.clock = clock;
    this.lastRead = initial.bytes();
    this.lastTaken = initial;
    this.follower = Thread.ofVirtual().name("authentication-config").unstarted(this::run);
  }

  public AuthenticationConfigFollower<C> start() {
    follower.start();
    return this;
  }

  /** What is wrong with the file as it is now; empty when its configuration is in force. */
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      forget();
    }
  }

  private void look() {
    try {
      byte[] bytes = AuthenticationConfigReader.bytes(file);
      if (!Arrays.equals(bytes, lastRead)) {
        lastRead = bytes;
        forget();
        read(bytes);
      }
    } catch (IOException e) {
      lastRead = null;
      failed("failed to read authentication config file: " + e.getMessage());
    } catch (RuntimeException e) {
      failed(String.valueOf(e.getMessage()));
    }
    takeIfReady();
  }

  private void read(byte[] bytes) {
    LoadedAuthentication read = reader.reread(bytes, initial);
    if (read.saysTheSameAs(lastTaken)) {
      problem = "";
    } else {
      Instant until = clock.instant().plus(PATIENCE);
      waiting = new Waiting<>(read, builder.apply(read.configuration()), until);
    }
  }

  private void takeIfReady() {
    Waiting<C> next = waiting;
    if (next == null) {
      return;
    }
    Optional<String> notYet = next.candidate().problem();
    if (notYet.isEmpty()) {
      waiting = null;
      inForce.accept(next.candidate());
      lastTaken = next.read();
      problem = "";
      LOG.info("authentication configuration reloaded: file={}", file);
      reloads.reloaded(next.read().bytes());
    } else if (clock.instant().isAfter(next.until())) {
      failed(notYet.get());
      waiting = new Waiting<>(next.read(), next.candidate(), clock.instant().plus(PATIENCE));
    } else if (problem.isEmpty()) {
      problem = notYet.get();
    }
  }

  private void forget() {
    Waiting<C> next = waiting;
    if (next != null) {
      waiting = null;
      next.candidate().close();
    }
  }

  private void failed(String why) {
    if (!why.equals(problem) || lastRead != null) {
      LOG.error("the last good authentication configuration stays in force: {}", why);
      reloads.failed();
    }
    problem = why;
  }

  @Override
  public void close() {
    follower.interrupt();
  }
}
