package dev.muster.node.credentials;

import dev.muster.linux.DurableFiles;
import dev.muster.node.containers.PodPaths;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The specs that pods began with, in files that go with the pod's directory. */
record KeptSpecs(PodPaths paths) {

  Optional<String> get(Pod pod, String configMap) throws IOException {
    try {
      return Optional.of(Files.readString(directory(pod).resolve(configMap)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** All at once, for the owner's eyes only. */
  void put(Pod pod, String configMap, String spec) throws IOException {
    Path directory = directory(pod);
    Files.createDirectories(paths.of(pod.uid()));
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    DurableFiles.write(directory.resolve(configMap), spec.getBytes(StandardCharsets.UTF_8));
  }

  private Path directory(Pod pod) {
    return paths.of(pod.uid()).resolve("credential-specs");
  }
}
