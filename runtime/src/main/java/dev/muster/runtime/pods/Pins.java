package dev.muster.runtime.pods;

import dev.muster.linux.Fd;
import dev.muster.linux.MountTable;
import dev.muster.linux.Mounts;
import dev.muster.linux.OpenFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Namespaces of a sandbox, each held by a bind mount on a file: they exist without any process of
 * the sandbox, and are found again after a restart.
 */
record Pins(Path directory) {
  /** Pins a namespace that a file in /proc shows. */
  void hold(String kind, Path shown) throws IOException {
    Path pin = directory.resolve(kind);
    Files.createDirectories(directory);
    Files.createFile(pin);
    try (Fd namespace = Fd.open(shown, OpenFlags.READ)) {
      Mounts.bind(namespace, pin);
    }
  }

  /** The file of a namespace that is held. */
  Optional<Path> find(String kind) {
    Path pin = directory.resolve(kind);
    return Files.exists(pin) ? Optional.of(pin) : Optional.empty();
  }

  /** The file of a namespace, if it still shows one: after a reboot it does not. */
  Optional<Path> held(String kind) throws IOException {
    Optional<Path> pin = find(kind);
    return pin.isPresent() && MountTable.isMountPoint(pin.get()) ? pin : Optional.empty();
  }

  /** Whether all pins still hold: none does after a reboot. */
  boolean hold() throws IOException {
    if (!Files.isDirectory(directory)) {
      return true;
    }
    try (var files = Files.list(directory)) {
      for (Path pin : files.toList()) {
        if (!MountTable.isMountPoint(pin)) {
          return false;
        }
      }
      return true;
    }
  }

  void release() throws IOException {
    Layout.clear(directory);
  }
}
