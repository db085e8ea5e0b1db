package dev.muster.apiserver.server;

import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy of mode ABAC, followed as its file changes: a good change takes effect within a
 * second, a bad one is logged and leaves the last good policy in force.
 */
final class PolicyFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyFile.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** Two writes so close to each other can leave the same time on a file. */
  private static final Duration YOUNG = Duration.ofSeconds(1);

  private final Path file;
  private final AbacAuthorizer authorizer;
  private final Thread follower;
  private final Reloads reloads;
  private @Nullable Stamp seen;
  private volatile String problem = "";

  /** Tells versions of a file apart. */
  private record Stamp(Instant changed, long size, Object key) {
    static @Nullable Stamp of(Path file) {
      try {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Object key = now.fileKey();
        return new Stamp(now.lastModifiedTime().toInstant(), now.size(), key == null ? "" : key);
      } catch (IOException e) {
        return null;
      }
    }

    boolean isYoung() {
      return changed.isAfter(Instant.now().minus(YOUNG));
    }
  }

  /** Hears of every change of the file that was read, and whether it was good. */
  @FunctionalInterface
  interface Reloads {
    void happened(boolean good);
  }

  private PolicyFile(Path file, AbacPolicy policy, @Nullable Stamp seen, Reloads reloads) {
    this.file = file;
    this.reloads = reloads;
    this.authorizer = new AbacAuthorizer(policy);
    this.seen = seen;
    this.follower = Thread.ofVirtual().name("policy-file").unstarted(this::run);
  }

  /**
   * Reads the file and goes on to follow it.
   *
   * @throws IllegalArgumentException if the file is no good now, with file, line and reason
   */
  static PolicyFile follow(Path file, Reloads reloads) {
    try {
      Stamp before = Stamp.of(file);
      PolicyFile policy = new PolicyFile(file, AbacPolicy.load(file), before, reloads);
      policy.follower.start();
      return policy;
    } catch (AbacPolicyException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  AbacAuthorizer authorizer() {
    return authorizer;
  }

  /** What is wrong with the file as it is now; empty when its policy is in force. */
  Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        Stamp now = Stamp.of(file);
        if (now == null || !now.equals(seen) || now.isYoung()) {
          boolean changed = !Objects.equals(now, seen);
          seen = now;
          reload(changed);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the file; a young one is read again and again, and that counts only if it says more. */
  private void reload(boolean changed) {
    try {
      authorizer.replace(AbacPolicy.load(file));
      if (changed || !problem.isEmpty()) {
        reloads.happened(true);
      }
      if (!problem.isEmpty()) {
        LOG.info("policy file {} is good again", file);
      }
      problem = "";
    } catch (AbacPolicyException e) {
      String message = String.valueOf(e.getMessage());
      if (changed || !message.equals(problem)) {
        reloads.happened(false);
      }
      if (!message.equals(problem)) {
        LOG.error("the last good policy stays in force: {}", message);
      }
      problem = message;
    }
  }

  @Override
  public void close() {
    follower.interrupt();
  }
}
