package dev.muster.runtime.docker;

import dev.muster.runtime.oci.WindowsRequest;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** The directory in which a docker engine looks for credential specs. */
public final class CredentialSpecFiles {
  private static final String PREFIX = "muster-";
  private static final String SUFFIX = ".json";

  private final Path directory;

  private CredentialSpecFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * Opens it, and removes what an earlier process could not remove any more. Files of others stay.
   *
   * @param directory {@code CredentialSpecs} below the engine's root
   * @param needed security options of containers that are still to be started
   */
  public static CredentialSpecFiles open(Path directory, Collection<String> needed)
      throws IOException {
    Files.createDirectories(directory);
    CredentialSpecFiles files = new CredentialSpecFiles(directory);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path each : left) {
        if (!needed.contains(new CredentialSpecFile(each).securityOption())) {
          Files.deleteIfExists(each);
        }
      }
    }
    return files;
  }

  /** Writes a spec under a name that nobody else has, for the owner's eyes only. */
  public CredentialSpecFile write(String spec) throws IOException, Refused {
    if (spec.isEmpty()) {
      throw Refused.invalid("credential_spec: required");
    }
    WindowsRequest.credentials("credential_spec", spec);
    CredentialSpecFile file =
        new CredentialSpecFile(Files.createTempFile(directory, PREFIX, SUFFIX));
    try {
      Files.writeString(file.path(), spec);
      return file;
    } catch (IOException | RuntimeException failed) {
      file.closeAfter(failed);
      throw failed;
    }
  }

  /** The file that a security option names, if it is one of this directory's. */
  Optional<CredentialSpecFile> named(String securityOption) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(CredentialSpecFile::new)
          .filter(each -> each.securityOption().equals(securityOption))
          .filter(each -> each.path().getFileName().toString().startsWith(PREFIX))
          .findFirst();
    }
  }
}
