package dev.muster.runtime.linux;

/** The error numbers that callers tell apart. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENOTSUP = 95;

  private Errno() {}
}
