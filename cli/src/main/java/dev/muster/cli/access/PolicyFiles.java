package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.DecodeException;
import dev.muster.api.codec.Yaml;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Roles and bindings in YAML and JSON files; objects of other kinds are passed over. */
final class PolicyFiles {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---([ \\t].*)?$");
  private static final Pattern NAME = Pattern.compile(".*\\.(ya?ml|json)");

  private final List<RbacObject> found = new ArrayList<>();

  private PolicyFiles() {}

  static List<RbacObject> read(List<Path> paths) throws IOException {
    PolicyFiles files = new PolicyFiles();
    for (Path path : paths) {
      for (Path file : under(path)) {
        files.add(file);
      }
    }
    return files.found;
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

  private void add(Path file) throws IOException {
    int number = 0;
    for (String document : SEPARATOR.split(Files.readString(file))) {
      number++;
      try {
        add(Yaml.toTree(document.getBytes(StandardCharsets.UTF_8)));
      } catch (DecodeException e) {
        throw new IOException(file + ": document " + number + ": " + e.getMessage(), e);
      }
    }
  }

  private void add(JsonNode tree) {
    if (tree.path("items").isArray()) {
      tree.path("items").forEach(this::add);
      return;
    }
    String apiVersion = tree.path("apiVersion").asText();
    if (!(tree instanceof ObjectNode object) || !apiVersion.startsWith(RoleRef.API_GROUP + "/")) {
      return;
    }
    RbacKind.ofKind(object.path("kind").asText())
        .ifPresent(kind -> found.add(RbacJson.read(kind, current(object, apiVersion))));
  }

  /** In the current version, whichever it was written in. */
  private static ObjectNode current(ObjectNode object, String apiVersion) {
    Optional<Kind> older =
        Kinds.kubernetes().known().stream()
            .filter(k -> k.apiVersion().equals(apiVersion))
            .filter(k -> k.kind().equals(object.path("kind").asText()))
            .findFirst();
    return older.map(kind -> kind.conversion().toStored(object)).orElse(object);
  }
}
