package dev.muster.apiserver.encryption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import dev.muster.model.field.Errors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Which keys each resource has. Immutable. */
final class EncryptionConfig {
  /** The longest file that is read. */
  private static final int LONGEST = 3 << 20;

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "", Set.of("apiVersion", "kind", "resources"),
          "resources", Set.of("resources", "providers"),
          "providers", Set.of("aesgcm", "aescbc", "secretbox", "identity", "kms"),
          "aesgcm", Set.of("keys"),
          "aescbc", Set.of("keys"),
          "secretbox", Set.of("keys"),
          "identity", Set.of(),
          "keys", Set.of("name", "secret"));

  private final byte[] source;
  private final Map<GroupResource, ResourceKeys> rules;

  private EncryptionConfig(byte[] source, Map<GroupResource, ResourceKeys> rules) {
    this.source = source;
    this.rules = rules;
  }

  /** Whether both are of the same text. */
  boolean sameAs(EncryptionConfig other) {
    return MessageDigest.isEqual(source, other.source);
  }

  /**
   * @throws EncryptionConfigException with everything that is wrong
   */
  static EncryptionConfig read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length == 0 || bytes.length > LONGEST) {
        throw new EncryptionConfigException(
            "encryption provider configuration file \"%s\" is %s"
                .formatted(file, bytes.length == 0 ? "empty" : "too long"));
      }
      return parse(bytes);
    } catch (IOException e) {
      throw new EncryptionConfigException(
          "error reading encryption provider configuration file \""
              + file
              + "\": "
              + (e instanceof NoSuchFileException ? "no such file or directory" : e.getMessage()));
    }
  }

  static EncryptionConfig parse(byte[] yaml) {
    JsonNode tree;
    try {
      tree = Yaml.toTree(yaml);
    } catch (DecodeException e) {
      throw problem(String.valueOf(e.getMessage()));
    }
    if (!tree.path("kind").asText().equals("EncryptionConfiguration")
        || !tree.path("apiVersion").asText().equals("apiserver.config.k8s.io/v1")) {
      throw problem(
          "got unexpected config type: " + tree.path("apiVersion") + ", Kind=" + tree.path("kind"));
    }
    List<String> unknown = new ArrayList<>();
    unknown(tree, "", "", unknown);
    if (!unknown.isEmpty()) {
      throw problem("strict decoding error: " + String.join(", ", unknown));
    }
    Errors errors = EncryptionShape.of(tree);
    if (errors.isEmpty()) {
      errors = EncryptionRules.of(tree);
    }
    if (!errors.isEmpty()) {
      throw problem(errors.message());
    }
    return new EncryptionConfig(yaml, rules(tree.path("resources")));
  }

  private static EncryptionConfigException problem(String what) {
    return new EncryptionConfigException("error while parsing file: " + what);
  }

  private static void unknown(JsonNode node, String name, String path, List<String> found) {
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        unknown(node.get(i), name, path + "[" + i + "]", found);
      }
    }
    Set<String> known = FIELDS.getOrDefault(name, Set.of());
    boolean open = name.equals("kms");
    node.properties()
        .forEach(
            field -> {
              String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
              if (!open && !known.contains(field.getKey())) {
                found.add("unknown field \"" + below + "\"");
              } else if (!open) {
                unknown(field.getValue(), field.getKey(), below, found);
              }
            });
  }

  private static Map<GroupResource, ResourceKeys> rules(JsonNode resources) {
    Map<GroupResource, List<EncryptionKey>> all = new LinkedHashMap<>();
    for (JsonNode rule : resources) {
      List<EncryptionKey> keys = new ArrayList<>();
      rule.path("providers").forEach(provider -> keys.addAll(keys(provider)));
      for (JsonNode name : rule.path("resources")) {
        GroupResource resource = GroupResource.parse(name.asText());
        for (GroupResource wider : List.of(resource.anyOfGroup(), GroupResource.ALL)) {
          if (!wider.equals(resource) && all.containsKey(wider)) {
            throw new EncryptionConfigException(
                "error while building transformers: resource \"%s\" is masked by earlier rule \"%s\""
                    .formatted(resource, wider));
          }
        }
        all.computeIfAbsent(resource, r -> new ArrayList<>()).addAll(keys);
      }
    }
    Map<GroupResource, ResourceKeys> rules = new LinkedHashMap<>();
    all.forEach((resource, keys) -> rules.put(resource, new ResourceKeys(keys)));
    return rules;
  }

  private static List<EncryptionKey> keys(JsonNode provider) {
    if (provider.hasNonNull("aescbc")) {
      return keys(provider.path("aescbc"), "aescbc", AesCbc::new);
    }
    if (provider.hasNonNull("aesgcm")) {
      return keys(provider.path("aesgcm"), "aesgcm", AesGcm::new);
    }
    return provider.hasNonNull("secretbox")
        ? keys(provider.path("secretbox"), "secretbox", SecretBox::new)
        : List.of(EncryptionKey.NONE);
  }

  private static List<EncryptionKey> keys(
      JsonNode provider, String name, Function<byte[], ValueTransformer> cipher) {
    List<EncryptionKey> keys = new ArrayList<>();
    for (JsonNode key : provider.path("keys")) {
      byte[] secret = Base64.getDecoder().decode(key.path("secret").asText());
      keys.add(
          new EncryptionKey(
              "k8s:enc:" + name + ":v1:" + key.path("name").asText() + ":", cipher.apply(secret)));
    }
    return keys;
  }

  /** The keys of a resource: by the rule that names it, else its group, else everything. */
  ResourceKeys keys(GroupResource resource) {
    ResourceKeys found = rules.get(resource);
    if (found == null) {
      found = rules.get(resource.anyOfGroup());
    }
    return found != null ? found : rules.getOrDefault(GroupResource.ALL, ResourceKeys.NONE);
  }
}
