package dev.muster.apiserver.audit;

/**
 * How large the log may grow.
 *
 * @param maxBytes of one file
 * @param maxBackups full files to keep; 0 for all
 * @param maxAgeDays how long full files are kept; 0 for ever
 */
public record AuditLogOptions(long maxBytes, int maxBackups, int maxAgeDays) {
  private static final long MEGABYTE = 1L << 20;
  private static final int USUAL = 100;

  public AuditLogOptions {
    if (maxBytes <= 0 || maxBackups < 0 || maxAgeDays < 0) {
      throw new IllegalArgumentException("limits of the audit log must not be negative");
    }
  }

  /** As the flags tell it; a size of 0 megabytes means 100. */
  public static AuditLogOptions of(int maxSize, int maxBackups, int maxAge) {
    return new AuditLogOptions((maxSize == 0 ? USUAL : maxSize) * MEGABYTE, maxBackups, maxAge);
  }
}
