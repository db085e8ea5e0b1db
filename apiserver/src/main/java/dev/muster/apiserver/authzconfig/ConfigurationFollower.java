package dev.muster.apiserver.authzconfig;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.FollowedFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the file of {@code --authorization-config}: a good change takes effect within a second, a
 * bad one is logged and counted and leaves the last good configuration in force.
 */
public final class ConfigurationFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationFollower.class);

  /** Is told what becomes of the file's versions. */
  public interface Reloads {
    /** A changed file was taken. */
    void reloaded(byte[] file);

    /** A changed file was not taken. */
    void failed();
  }

  private final Path file;
  private final ConfigurationReader reader;
  private final ConfiguredAuthorizer authorizer;
  private final ChainBuilder builder;
  private final Reloads reloads;
  private final List<String> required;
  private final FollowedFile follower;

  /** Null if it could not be read. */
  private byte @Nullable [] lastRead;

  private ObjectNode lastTaken;
  private volatile String problem = "";

  private ConfigurationFollower(
      Path file,
      ConfigurationReader reader,
      LoadedConfiguration initial,
      ConfiguredAuthorizer authorizer,
      ChainBuilder builder,
      Reloads reloads) {
    this.file = file;
    this.reader = reader;
    this.authorizer = authorizer;
    this.builder = builder;
    this.reloads = reloads;
    this.required = initial.configuration().typesButWebhooks();
    this.lastRead = initial.bytes();
    this.lastTaken = initial.tree();
    this.follower = FollowedFile.at(file, changed -> check());
  }

  /**
   * Goes on from what was read to begin with. Types that are there, webhooks aside, must stay.
   *
   * @param authorizer asks the initial configuration, and from then on what becomes of it
   */
  public static ConfigurationFollower follow(
      Path file,
      ConfigurationReader reader,
      LoadedConfiguration initial,
      ConfiguredAuthorizer authorizer,
      ChainBuilder builder,
      Reloads reloads) {
    ConfigurationFollower follower =
        new ConfigurationFollower(file, reader, initial, authorizer, builder, reloads);
    follower.check(); // it may have changed meanwhile
    follower.follower.start();
    return follower;
  }

  /** What is wrong with the file as it is now; empty when its configuration is in force. */
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  private void check() {
    byte[] bytes;
    try {
      bytes = ConfigurationReader.bytes(file);
    } catch (InvalidConfigurationException e) {
      lastRead = null;
      failed(e.getMessage());
      return;
    }
    if (Arrays.equals(bytes, lastRead)) {
      return;
    }
    lastRead = bytes;
    try {
      take(bytes);
    } catch (RuntimeException e) {
      failed(String.valueOf(e.getMessage()));
    }
  }

  private void take(byte[] bytes) {
    LoadedConfiguration read = reader.read(bytes, required);
    if (!read.tree().equals(lastTaken)) {
      authorizer.replace(builder.build(read.configuration()));
      lastTaken = read.tree();
      LOG.info("authorization configuration reloaded: file={}", file);
      reloads.reloaded(bytes);
    } else if (!problem.isEmpty()) {
      LOG.info("authorization configuration is good again: file={}", file);
    }
    problem = "";
  }

  private void failed(String why) {
    if (!why.equals(problem)) {
      LOG.error("the last good authorization configuration stays in force: {}", why);
    }
    if (!why.equals(problem) || lastRead != null) {
      reloads.failed();
    }
    problem = why;
  }

  @Override
  public void close() {
    follower.close();
  }
}
