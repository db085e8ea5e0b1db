package dev.muster.apiserver.server;

import dev.muster.apiserver.audit.AuditLogOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is kept of requests.
 *
 * @param logPath a file, {@code -} for standard output, or nothing for no log at all
 * @param policyFile which requests are logged; all, unless given
 */
public record Auditing(
    Optional<String> logPath, AuditLogOptions limits, Optional<Path> policyFile) {

  public Auditing {
    if (policyFile.isPresent() && logPath.isEmpty()) {
      throw new IllegalArgumentException(
          "--audit-policy-file without a log has no effect: add --audit-log-path");
    }
  }

  public static Auditing off() {
    return new Auditing(Optional.empty(), AuditLogOptions.of(0, 0, 0), Optional.empty());
  }

  public static Auditing to(Path file) {
    return new Auditing(
        Optional.of(file.toString()), AuditLogOptions.of(0, 0, 0), Optional.empty());
  }

  public Auditing withPolicy(Path file) {
    return new Auditing(logPath, limits, Optional.of(file));
  }
}
