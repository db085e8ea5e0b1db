package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which names lead to which image: one small file, replaced as a whole. Not thread-safe; the store
 * reads and writes it under its lock.
 */
final class Index {
  /** What is remembered of an image beside its content; the sets are sorted. */
  record Entry(Digest id, Digest manifest, Set<String> tags, Set<String> digests, boolean pinned) {}

  private final Path file;

  Index(Path file) {
    this.file = file;
  }

  /** The images by their id. */
  Map<Digest, Entry> read() throws IOException {
    Map<Digest, Entry> entries = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return entries;
    }
    for (JsonNode each : Json.read(Files.readAllBytes(file), "index of images").path("images")) {
      Entry entry =
          new Entry(
              Digest.parse(each.path("id").asText()),
              Digest.parse(each.path("manifest").asText()),
              names(each.path("tags")),
              names(each.path("digests")),
              each.path("pinned").asBoolean());
      entries.put(entry.id(), entry);
    }
    return entries;
  }

  void write(Map<Digest, Entry> entries) throws IOException {
    ObjectNode json = Json.object();
    ArrayNode images = json.putArray("images");
    for (Entry entry : entries.values()) {
      ObjectNode each = images.addObject();
      each.put("id", entry.id().text());
      each.put("manifest", entry.manifest().text());
      entry.tags().forEach(each.putArray("tags")::add);
      entry.digests().forEach(each.putArray("digests")::add);
      each.put("pinned", entry.pinned());
    }
    DurableFiles.write(file, Json.bytes(json));
  }

  /** Changes with every write, by whichever process. */
  List<Object> version() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    Map<String, Object> found = Files.readAttributes(file, "unix:ino,size,lastModifiedTime");
    return new ArrayList<>(found.values());
  }

  private static Set<String> names(JsonNode list) {
    Set<String> found = new TreeSet<>();
    list.forEach(each -> found.add(each.asText()));
    return found;
  }
}
