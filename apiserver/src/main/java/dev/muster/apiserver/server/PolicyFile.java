package dev.muster.apiserver.server;

import dev.muster.apiserver.reload.FollowedFile;
import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy of mode ABAC, followed as its file changes: a good change takes effect within a
 * second, a bad one is logged and leaves the last good policy in force.
 */
final class PolicyFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyFile.class);

  private final Path file;
  private final AbacAuthorizer authorizer;
  private final FollowedFile follower;
  private final Reloads reloads;
  private volatile String problem = "";

  /** Hears of every change of the file that was read, and whether it was good. */
  @FunctionalInterface
  interface Reloads {
    void happened(boolean good);
  }

  private PolicyFile(Path file, Reloads reloads) throws AbacPolicyException {
    this.file = file;
    this.reloads = reloads;
    this.follower = FollowedFile.at(file, this::reload);
    AbacPolicy policy = AbacPolicy.load(file);
    this.authorizer = new AbacAuthorizer(policy);
    warnOfOldLines(policy);
  }

  /**
   * Reads the file and goes on to follow it.
   *
   * @throws IllegalArgumentException if the file is no good now, with file, line and reason
   */
  static PolicyFile follow(Path file, Reloads reloads) {
    try {
      PolicyFile policy = new PolicyFile(file, reloads);
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

  /** Reads the file; a young one is read again and again, and that counts only if it says more. */
  private void reload(boolean changed) {
    try {
      AbacPolicy policy = AbacPolicy.load(file);
      authorizer.replace(policy);
      if (changed || !problem.isEmpty()) {
        reloads.happened(true);
        warnOfOldLines(policy);
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

  private void warnOfOldLines(AbacPolicy policy) {
    if (policy.unversionedLines() > 0) {
      LOG.warn(
          "policy file {} has {} lines of the old form, without apiVersion and kind: write them as"
              + " abac.authorization.kubernetes.io/v1beta1",
          file,
          policy.unversionedLines());
    }
  }

  @Override
  public void close() {
    follower.close();
  }
}
