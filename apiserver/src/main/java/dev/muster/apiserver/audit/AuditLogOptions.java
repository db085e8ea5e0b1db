package dev.muster.apiserver.audit;

/**
 * How large the log may grow.
 *
 * @param maxBytes of one file
 * @param maxBackups full files to keep; 0 for all
 * @param maxAgeDays how long full files are kept; 0 for ever
 * @param maxEventBytes an event that is larger is written without its bodies
 */
public record AuditLogOptions(long maxBytes, int maxBackups, int maxAgeDays, long maxEventBytes) {
  private static final long MEGABYTE = 1L << 20;
  private static final int DEFAULT_MEGABYTES = 100;

  /** Room for a request and an answer, each as large as a body may be. */
  private static final long LARGEST = 2L * BodyRecorder.LARGEST + (1 << 20);

  public AuditLogOptions {
    if (maxBytes <= 0 || maxBackups < 0 || maxAgeDays < 0) {
      throw new IllegalArgumentException("limits of the audit log must not be negative");
    }
    if (maxEventBytes <= 0) {
      throw new IllegalArgumentException(
          "invalid audit truncate log max event size %d, must be a positive number"
              .formatted(maxEventBytes));
    }
  }

  /** As the flags tell it; a size of 0 megabytes means 100. */
  public static AuditLogOptions of(int maxSize, int maxBackups, int maxAge) {
    return new AuditLogOptions(
        (maxSize == 0 ? DEFAULT_MEGABYTES : maxSize) * MEGABYTE, maxBackups, maxAge, LARGEST);
  }

  /** Events no larger than that. */
  public AuditLogOptions truncatedAt(long bytes) {
    return new AuditLogOptions(maxBytes, maxBackups, maxAgeDays, Math.min(bytes, LARGEST));
  }
}
