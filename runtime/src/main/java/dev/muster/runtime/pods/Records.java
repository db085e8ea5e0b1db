package dev.muster.runtime.pods;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files that are replaced whole: a reader sees the old content or the new. */
final class Records {
  static final String CONFIG = "config.pb";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Records() {}

  static void write(Path file, Object content) throws IOException {
    replace(file, JSON.writeValueAsBytes(content));
  }

  static void write(Path file, MessageLite content) throws IOException {
    replace(file, content.toByteArray());
  }

  static <T> T read(Path file, TypeReference<T> type) throws IOException {
    return JSON.readValue(file.toFile(), type);
  }

  static List<Path> directories(Path parent) throws IOException {
    try (Stream<Path> found = Files.list(parent)) {
      return new ArrayList<>(found.filter(Files::isDirectory).sorted().toList());
    }
  }

  private static void replace(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.write(draft, content);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
