package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ContainerSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A container's variables, from all their sources. Later ones hide earlier ones: services, then
 * {@code envFrom}, then {@code env}; a value may use those before it.
 */
public final class ContainerEnvironment {
  private final ConfigSource configs;
  private final FieldValues fields;
  private final String namespace;

  public ContainerEnvironment(ConfigSource configs, FieldValues fields) {
    this.configs = configs;
    this.fields = fields;
    this.namespace = fields.pod().namespace();
  }

  /**
   * @param services what {@link ServiceLinks} tells
   * @throws ContainerProblem when something that is named is not there
   * @throws IOException when the API server cannot be asked
   */
  public Map<String, String> of(ContainerSpec container, Map<String, String> services)
      throws ContainerProblem, IOException {
    Map<String, String> from = new LinkedHashMap<>();
    for (JsonNode source : container.tree().path("envFrom")) {
      addAll(from, source);
    }
    Map<String, String> known = new LinkedHashMap<>(services);
    known.putAll(from);
    Map<String, String> result = new LinkedHashMap<>(from);
    for (JsonNode variable : container.tree().path("env")) {
      String name = variable.path("name").asText();
      Optional<String> value = value(variable, container, known);
      if (value.isPresent()) {
        result.put(name, value.get());
        known.put(name, value.get());
      }
    }
    services.forEach(result::putIfAbsent);
    return result;
  }

  private void addAll(Map<String, String> to, JsonNode source)
      throws ContainerProblem, IOException {
    String prefix = source.path("prefix").asText();
    if (source.has("configMapRef")) {
      JsonNode reference = source.path("configMapRef");
      Optional<ObjectNode> found = configMap(reference);
      found.ifPresent(
          map ->
              map.path("data")
                  .properties()
                  .forEach(e -> to.put(prefix + e.getKey(), e.getValue().asText())));
    }
    if (source.has("secretRef")) {
      JsonNode reference = source.path("secretRef");
      Optional<ObjectNode> found = secret(reference);
      found.ifPresent(
          map ->
              map.path("data")
                  .properties()
                  .forEach(e -> to.put(prefix + e.getKey(), decoded(e.getValue()))));
    }
  }

  /** Empty for an optional one that is not there. */
  private Optional<String> value(
      JsonNode variable, ContainerSpec container, Map<String, String> known)
      throws ContainerProblem, IOException {
    JsonNode from = variable.path("valueFrom");
    if (!from.isObject()) {
      return Optional.of(Expansion.expand(variable.path("value").asText(), known));
    }
    if (from.has("fieldRef")) {
      return Optional.of(fields.field(from.path("fieldRef").path("fieldPath").asText()));
    }
    if (from.has("resourceFieldRef")) {
      return Optional.of(fields.resource(from.path("resourceFieldRef"), container));
    }
    if (from.has("configMapKeyRef")) {
      JsonNode reference = from.path("configMapKeyRef");
      Optional<ObjectNode> map = configMap(reference);
      return map.isEmpty()
          ? Optional.empty()
          : key(map.get(), reference, "ConfigMap").map(JsonNode::asText);
    }
    if (from.has("secretKeyRef")) {
      JsonNode reference = from.path("secretKeyRef");
      Optional<ObjectNode> map = secret(reference);
      return map.isEmpty()
          ? Optional.empty()
          : key(map.get(), reference, "Secret").map(ContainerEnvironment::decoded);
    }
    throw ContainerProblem.config(
        "environment variable " + variable.path("name").asText() + " has an unknown source");
  }

  private Optional<JsonNode> key(ObjectNode map, JsonNode reference, String kind)
      throws ContainerProblem {
    String key = reference.path("key").asText();
    JsonNode value = map.path("data").get(key);
    if (value != null) {
      return Optional.of(value);
    }
    if (reference.path("optional").asBoolean()) {
      return Optional.empty();
    }
    throw ContainerProblem.config(
        "couldn't find key "
            + key
            + " in "
            + kind
            + " "
            + namespace
            + "/"
            + reference.path("name").asText());
  }

  private Optional<ObjectNode> configMap(JsonNode reference) throws ContainerProblem, IOException {
    String name = reference.path("name").asText();
    return orMissing(configs.configMap(namespace, name), reference, "configmap");
  }

  private Optional<ObjectNode> secret(JsonNode reference) throws ContainerProblem, IOException {
    String name = reference.path("name").asText();
    return orMissing(configs.secret(namespace, name), reference, "secret");
  }

  private static Optional<ObjectNode> orMissing(
      Optional<ObjectNode> found, JsonNode reference, String kind) throws ContainerProblem {
    if (found.isEmpty() && !reference.path("optional").asBoolean()) {
      throw ContainerProblem.config(
          kind + " \"" + reference.path("name").asText() + "\" not found");
    }
    return found;
  }

  private static String decoded(JsonNode base64) {
    return new String(Base64.getDecoder().decode(base64.asText()), StandardCharsets.UTF_8);
  }
}
