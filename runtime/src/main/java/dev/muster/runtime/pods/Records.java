package dev.muster.runtime.pods;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /** Empty if it is not there, or torn: only a power failure does that, and leaves no process. */
  static <T> Optional<T> find(Path file, TypeReference<T> type) throws IOException {
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(file), type));
    } catch (NoSuchFileException | JacksonException unfinished) {
      return Optional.empty();
    }
  }

  /** The configuration in a directory, under the same conditions. */
  static <M extends MessageLite> Optional<M> config(Path directory, Parser<M> parser)
      throws IOException {
    try {
      byte[] content = Files.readAllBytes(directory.resolve(CONFIG));
      return content.length == 0 ? Optional.empty() : Optional.of(parser.parseFrom(content));
    } catch (NoSuchFileException | InvalidProtocolBufferException unfinished) {
      return Optional.empty();
    }
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
