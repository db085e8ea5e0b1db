package dev.muster.runtime.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A credential spec that an engine can read until this is closed. Closing twice is no error. */
public record CredentialSpecFile(Path path) implements AutoCloseable {
  static final String OPTION = "credentialspec=file://";

  /** What names the file to the engine, which knows the directory. */
  public String securityOption() {
    return OPTION + path.getFileName();
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }

  /** Closes because of a failure, which stays the one that is told. */
  void closeAfter(Throwable failed) {
    try {
      close();
    } catch (IOException e) {
      failed.addSuppressed(e);
    }
  }
}
