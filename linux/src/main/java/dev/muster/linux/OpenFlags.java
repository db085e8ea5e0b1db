package dev.muster.linux;

/** Flags of open(2). */
public final class OpenFlags {
  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");

  public static final int READ = 0;
  public static final int WRITE = 1;
  public static final int READ_WRITE = 2;
  public static final int CREATE = 0x40;
  public static final int EXCLUSIVE = 0x80;
  public static final int TRUNCATE = 0x200;
  public static final int NONBLOCK = 0x800;
  public static final int DIRECTORY = ARM ? 0x4000 : 0x10000;
  public static final int NO_FOLLOW = ARM ? 0x8000 : 0x20000;
  public static final int CLOSE_ON_EXEC = 0x80000;

  /** Only names the file: nothing can be read or written, and opening a device does nothing. */
  public static final int PATH = 0x200000;

  private OpenFlags() {}
}
