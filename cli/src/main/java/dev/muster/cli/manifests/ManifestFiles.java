package dev.muster.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The objects in files and directories, as written; those of lists one by one. */
public final class ManifestFiles {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---([ \\t].*)?$");
  private static final Pattern NAME = Pattern.compile(".*\\.(ya?ml|json)");
  private static final int MAX_FILE = 64 << 20;

  private ManifestFiles() {}

  /** In the order of the paths; within a directory by name. */
  public static List<ObjectNode> read(List<Path> paths) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (Path path : paths) {
      for (Path file : under(path)) {
        add(file, found);
      }
    }
    return found;
  }

  private static List<Path> under(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(path + ": no such file or directory");
    }
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> NAME.matcher(file.toString()).matches())
          .sorted()
          .toList();
    }
  }

  private static void add(Path file, List<ObjectNode> found) throws IOException {
    if (Files.size(file) > MAX_FILE) {
      throw new IOException(file + ": larger than " + (MAX_FILE >> 20) + " MiB");
    }
    int number = 0;
    for (String document : SEPARATOR.split(Files.readString(file))) {
      number++;
      try {
        add(Yaml.toTree(document.getBytes(StandardCharsets.UTF_8)), found);
      } catch (DecodeException e) {
        throw new IOException(file + ": document " + number + ": " + e.getMessage(), e);
      }
    }
  }

  private static void add(JsonNode tree, List<ObjectNode> found) {
    if (tree.path("items").isArray()) {
      tree.path("items").forEach(item -> add(item, found));
    } else if (tree instanceof ObjectNode object) {
      found.add(object);
    }
  }
}
