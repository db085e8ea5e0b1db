package dev.muster.apiserver.reload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the file of a configuration. */
public final class ConfigFileBytes {
  /** The longest file that is read. */
  public static final int LONGEST = 3 << 20;

  private ConfigFileBytes() {}

  /**
   * @throws IOException if it cannot be read or is longer than {@link #LONGEST}, in Go's words
   */
  public static byte[] read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LONGEST + 1);
    } catch (IOException e) {
      throw new IOException("open " + file + ": " + FileFaults.words(e), e);
    }
    if (bytes.length > LONGEST) {
      throw new IOException(file + " is longer than " + LONGEST + " bytes");
    }
    return bytes;
  }
}
