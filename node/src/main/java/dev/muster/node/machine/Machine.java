package dev.muster.node.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What this machine is and has.
 *
 * @param memory bytes
 * @param storage bytes of the file system that pods' files are on
 */
public record Machine(
    String hostname,
    String address,
    int cpus,
    long memory,
    long storage,
    String machineId,
    String systemUuid,
    String bootId,
    String kernel,
    String osImage,
    String architecture) {

  public static Machine read(Path root) throws IOException {
    return new Machine(
        readHostname(),
        HostAddress.read(),
        Runtime.getRuntime().availableProcessors(),
        readMemory(),
        Files.getFileStore(root).getTotalSpace(),
        line(Path.of("/etc/machine-id")),
        line(Path.of("/sys/class/dmi/id/product_uuid")),
        line(Path.of("/proc/sys/kernel/random/boot_id")),
        line(Path.of("/proc/sys/kernel/osrelease")),
        readOsImage(),
        switch (System.getProperty("os.arch")) {
          case "aarch64" -> "arm64";
          case "x86_64" -> "amd64";
          case String other -> other;
        });
  }

  private static String readHostname() {
    String name = line(Path.of("/proc/sys/kernel/hostname"));
    return name.isEmpty() ? "localhost" : name.toLowerCase(Locale.ROOT);
  }

  private static long readMemory() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith("MemTotal:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  private static String readOsImage() {
    try {
      for (String line : Files.readAllLines(Path.of("/etc/os-release"))) {
        if (line.startsWith("PRETTY_NAME=")) {
          return line.substring("PRETTY_NAME=".length()).replace("\"", "");
        }
      }
    } catch (IOException e) {
      return "Linux";
    }
    return "Linux";
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
