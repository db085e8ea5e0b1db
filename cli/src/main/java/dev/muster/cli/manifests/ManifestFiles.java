package dev.muster.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The objects in files and directories, as written; those of lists one by one. The path {@code -}
 * is standard input.
 */
public final class ManifestFiles {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---([ \\t].*)?$");
  private static final Pattern NAME = Pattern.compile(".*\\.(ya?ml|json)");
  private static final int MAX_FILE = 64 << 20;
  private static final Path STANDARD_INPUT = Path.of("-");

  private ManifestFiles() {}

  /** In the order of the paths; within a directory by name. */
  public static List<ObjectNode> read(List<Path> paths) throws IOException {
    return documents(paths).stream().map(Manifest::tree).toList();
  }

  /** The same, each with its place. */
  public static List<Manifest> documents(List<Path> paths) throws IOException {
    List<Manifest> found = new ArrayList<>();
    for (Path path : paths) {
      if (path.equals(STANDARD_INPUT)) {
        add("standard input", text("standard input", System.in), found);
        continue;
      }
      for (Path file : under(path)) {
        try (InputStream in = Files.newInputStream(file)) {
          add(file.toString(), text(file.toString(), in), found);
        }
      }
    }
    return found;
  }

  /** Not all that can be read says how large it is. */
  private static String text(String name, InputStream in) throws IOException {
    byte[] text = in.readNBytes(MAX_FILE + 1);
    if (text.length > MAX_FILE) {
      throw new IOException(name + ": larger than " + (MAX_FILE >> 20) + " MiB");
    }
    return new String(text, StandardCharsets.UTF_8);
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

  private static void add(String file, String text, List<Manifest> found) throws IOException {
    int number = 0;
    for (String document : SEPARATOR.split(text)) {
      number++;
      String place = file + ": document " + number;
      try {
        add(place, Yaml.toTree(document.getBytes(StandardCharsets.UTF_8)), found);
      } catch (DecodeException e) {
        throw new IOException(place + ": " + e.getMessage(), e);
      }
    }
  }

  private static void add(String place, JsonNode tree, List<Manifest> found) {
    if (tree.path("items").isArray()) {
      int number = 0;
      for (JsonNode item : tree.path("items")) {
        add(place + ": items[" + number++ + "]", item, found);
      }
    } else if (tree instanceof ObjectNode object) {
      found.add(new Manifest(place, object));
    }
  }
}
