package dev.muster.cli;

import dev.muster.apiserver.audit.AuditLogOptions;
import dev.muster.apiserver.server.Auditing;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is kept of requests. */
final class AuditFlags {
  @Option(
      names = "--audit-log-path",
      paramLabel = "FILE",
      description = "Log every request there, one JSON object a line; - for standard output.")
  @Nullable String path;

  @Option(
      names = "--audit-policy-file",
      paramLabel = "FILE",
      description = "Which requests are logged (default: all, at level Metadata).")
  @Nullable Path policy;

  @Option(
      names = "--audit-log-maxsize",
      hidden = true,
      paramLabel = "MB",
      description = "How large the log may get before it is put aside (default: 100).")
  int maxSize;

  @Option(
      names = "--audit-log-maxbackup",
      hidden = true,
      paramLabel = "COUNT",
      description = "How many full logs are kept (default: all).")
  int maxBackup;

  @Option(
      names = "--audit-log-maxage",
      hidden = true,
      paramLabel = "DAYS",
      description = "How long full logs are kept (default: for ever).")
  int maxAge;

  @Option(
      names = "--audit-log-truncate-enabled",
      hidden = true,
      description = "Write events above a size without what was sent and answered.")
  boolean truncate;

  @Option(
      names = "--audit-log-truncate-max-event-size",
      hidden = true,
      paramLabel = "BYTES",
      description = "That size (default: 102400).")
  long maxEventSize = 100 << 10;

  Auditing config() {
    AuditLogOptions limits = AuditLogOptions.of(maxSize, maxBackup, maxAge);
    return new Auditing(
        Optional.ofNullable(path),
        truncate ? limits.truncatedAt(maxEventSize) : limits,
        Optional.ofNullable(policy));
  }
}
