package dev.muster.client.kubeconfig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that are read whole, and none that are far too long for what they should be. */
final class BoundedFile {
  private static final int LONGEST = 1 << 20;

  private BoundedFile() {}

  /** Says which file cannot be read, and why. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message);
    }
  }

  static byte[] read(Path file) throws Unreadable {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new Unreadable(file + ": is longer than " + LONGEST + " bytes");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new Unreadable(file + ": no such file");
    } catch (IOException e) {
      throw new Unreadable(file + ": cannot be read: " + e.getMessage());
    }
  }
}
