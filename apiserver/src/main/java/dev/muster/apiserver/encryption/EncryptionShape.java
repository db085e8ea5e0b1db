package dev.muster.apiserver.encryption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/**
 * Whether lists, objects and texts of an encryption configuration are where they belong. What is
 * null counts as left out. Values are never shown.
 */
final class EncryptionShape {
  private static final List<String> CIPHERS = List.of("aesgcm", "aescbc", "secretbox");

  private final Errors errors = new Errors();

  private EncryptionShape() {}

  static Errors of(JsonNode config) {
    EncryptionShape shape = new EncryptionShape();
    shape.list(config.path("resources"), Path.of("resources"), shape::rule);
    return shape.errors;
  }

  private void rule(JsonNode rule, Path at) {
    if (object(rule, at)) {
      list(rule.path("resources"), at.child("resources"), this::text);
      list(rule.path("providers"), at.child("providers"), this::provider);
    }
  }

  private void provider(JsonNode provider, Path at) {
    if (object(provider, at)) {
      optional(provider.path("identity"), at.child("identity"), this::object);
      for (String name : CIPHERS) {
        optional(provider.path(name), at.child(name), this::cipher);
      }
    }
  }

  private void cipher(JsonNode cipher, Path at) {
    if (object(cipher, at)) {
      list(cipher.path("keys"), at.child("keys"), this::key);
    }
  }

  private void key(JsonNode key, Path at) {
    if (object(key, at)) {
      optional(key.path("name"), at.child("name"), this::text);
      optional(key.path("secret"), at.child("secret"), this::text);
    }
  }

  private void list(JsonNode list, Path at, BiConsumer<JsonNode, Path> each) {
    if (list.isMissingNode() || list.isNull()) {
      return;
    }
    if (!list.isArray()) {
      wrong(list, at, "array");
    }
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      each.accept(list.path(i), at.index(i));
    }
  }

  private static void optional(JsonNode node, Path at, BiConsumer<JsonNode, Path> check) {
    if (!node.isMissingNode() && !node.isNull()) {
      check.accept(node, at);
    }
  }

  private boolean object(JsonNode node, Path at) {
    if (!node.isObject()) {
      wrong(node, at, "object");
    }
    return node.isObject();
  }

  private void text(JsonNode node, Path at) {
    if (!node.isTextual()) {
      wrong(node, at, "string");
    }
  }

  private void wrong(JsonNode node, Path at, String type) {
    String its = node.getNodeType().name().toLowerCase(Locale.ROOT);
    errors.invalidText(at, its, at + " in body must be of type " + type + ": \"" + its + "\"");
  }
}
