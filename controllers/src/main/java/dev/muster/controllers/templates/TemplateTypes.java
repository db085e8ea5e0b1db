package dev.muster.controllers.templates;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Go's types below a pod template, from a table that belongs to one version of Kubernetes. */
final class TemplateTypes {
  /**
   * A field of a struct.
   *
   * @param json its name in JSON; empty if its own fields stand in its place
   */
  record GoField(String name, String json, String type) {}

  private final Map<String, String> named = new HashMap<>();
  private final Map<String, List<GoField>> structs = new HashMap<>();

  private TemplateTypes(List<String> lines) {
    List<GoField> fields = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.strip().split(" ", -1);
      if (line.startsWith("type ")) {
        named.put(words[1], words[2]);
      } else if (line.startsWith("struct ")) {
        fields = new ArrayList<>();
        structs.put(words[1], fields);
      } else if (line.startsWith("  ")) {
        // a template's metadata are its only embedded part that JSON shows under a name
        String json = words[0].equals("ObjectMeta") ? "metadata" : words[1];
        fields.add(new GoField(words[0], json.equals("-") ? "" : json, words[2]));
      }
    }
  }

  static TemplateTypes read() {
    try (InputStream table =
        Objects.requireNonNull(TemplateTypes.class.getResourceAsStream("go-types.txt"))) {
      return new TemplateTypes(
          new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a named type is made of; the type itself if it is not one. */
  String underlying(String type) {
    return named.getOrDefault(type, type);
  }

  /** A struct's fields in order; null if the type is none. */
  @Nullable List<GoField> fields(String type) {
    return structs.get(type);
  }
}
