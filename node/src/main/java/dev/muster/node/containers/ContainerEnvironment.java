package dev.muster.node.containers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.ConfigMapEnvSource;
import dev.muster.views.CoreV1.ConfigMapKeySelector;
import dev.muster.views.CoreV1.EnvFromSource;
import dev.muster.views.CoreV1.EnvVar;
import dev.muster.views.CoreV1.EnvVarSource;
import dev.muster.views.CoreV1.SecretEnvSource;
import dev.muster.views.CoreV1.SecretKeySelector;
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
    for (EnvFromSource source : container.spec().envFrom()) {
      addAll(from, source);
    }
    Map<String, String> known = new LinkedHashMap<>(services);
    known.putAll(from);
    Map<String, String> result = new LinkedHashMap<>(from);
    for (EnvVar variable : container.spec().env()) {
      String name = variable.name().text();
      Optional<String> value = value(variable, container, known);
      if (value.isPresent()) {
        result.put(name, value.get());
        known.put(name, value.get());
      }
    }
    services.forEach(result::putIfAbsent);
    return result;
  }

  private void addAll(Map<String, String> to, EnvFromSource source)
      throws ContainerProblem, IOException {
    String prefix = source.prefix().text();
    if (source.configMapRef().present()) {
      ConfigMapEnvSource from = source.configMapRef();
      configMap(from.name(), from.optional())
          .ifPresent(map -> map.data().textMap().forEach((k, v) -> to.put(prefix + k, v)));
    }
    if (source.secretRef().present()) {
      SecretEnvSource from = source.secretRef();
      secret(from.name(), from.optional())
          .ifPresent(map -> map.data().textMap().forEach((k, v) -> to.put(prefix + k, decoded(v))));
    }
  }

  /** Empty for an optional one that is not there. */
  private Optional<String> value(
      EnvVar variable, ContainerSpec container, Map<String, String> known)
      throws ContainerProblem, IOException {
    EnvVarSource from = variable.valueFrom();
    if (!from.present()) {
      return Optional.of(Expansion.expand(variable.value().text(), known));
    }
    if (from.fieldRef().present()) {
      return Optional.of(fields.field(from.fieldRef().fieldPath().text()));
    }
    if (from.resourceFieldRef().present()) {
      return Optional.of(fields.resource(from.resourceFieldRef(), container));
    }
    if (from.configMapKeyRef().present()) {
      ConfigMapKeySelector key = from.configMapKeyRef();
      Optional<ConfigMap> map = configMap(key.name(), key.optional());
      return map.isEmpty()
          ? Optional.empty()
          : key(map.get().data(), key.key(), key.name(), key.optional(), "ConfigMap");
    }
    if (from.secretKeyRef().present()) {
      SecretKeySelector key = from.secretKeyRef();
      Optional<CoreV1.Secret> map = secret(key.name(), key.optional());
      return map.isEmpty()
          ? Optional.empty()
          : key(map.get().data(), key.key(), key.name(), key.optional(), "Secret")
              .map(ContainerEnvironment::decoded);
    }
    throw ContainerProblem.config(
        "environment variable " + variable.name().text() + " has an unknown source");
  }

  private Optional<String> key(At data, At key, At of, At optional, String kind)
      throws ContainerProblem {
    At value = data.get(key.text());
    if (value.present()) {
      return Optional.of(value.text());
    }
    if (optional.truth()) {
      return Optional.empty();
    }
    throw ContainerProblem.config(
        "couldn't find key " + key.text() + " in " + kind + " " + namespace + "/" + of.text());
  }

  private Optional<ConfigMap> configMap(At name, At optional) throws ContainerProblem, IOException {
    return orMissing(configs.configMap(namespace, name.text()), name, optional, "configmap")
        .map(ConfigMap::of);
  }

  private Optional<CoreV1.Secret> secret(At name, At optional)
      throws ContainerProblem, IOException {
    return orMissing(configs.secret(namespace, name.text()), name, optional, "secret")
        .map(CoreV1.Secret::of);
  }

  private static Optional<ObjectNode> orMissing(
      Optional<ObjectNode> found, At name, At optional, String kind) throws ContainerProblem {
    if (found.isEmpty() && !optional.truth()) {
      throw ContainerProblem.config(kind + " \"" + name.text() + "\" not found");
    }
    return found;
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
