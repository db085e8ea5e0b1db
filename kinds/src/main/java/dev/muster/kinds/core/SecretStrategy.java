package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.ConfigKeys;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutableSecret;
import dev.muster.views.CoreV1.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Secrets: what their type asks for, and text that becomes data. */
public final class SecretStrategy implements Strategy {
  private static final int MAX_SIZE = 1 << 20;
  private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableSecret secret = MutableSecret.of(object);
    secret.type().defaultTo("Opaque");
    JsonNode texts = secret.stringData().node();
    secret.stringData().remove();
    if (!texts.isEmpty()) {
      ObjectNode data = secret.data().map();
      texts.properties().forEach(e -> data.put(e.getKey(), base64(e.getValue().asText())));
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At data = Secret.of(object).data();
    long size = 0;
    for (var e : data.entries()) {
      ConfigKeys.faults(e.getKey())
          .forEach(f -> errors.invalidText(e.getValue().path(), e.getKey(), f));
      size += Bytes.ofBase64(e.getValue().text());
    }
    if (size > MAX_SIZE) {
      errors.tooLong(data.path(), MAX_SIZE);
    }
    content(Secret.of(object).type().text(), Secret.of(object), data, errors);
  }

  private static void content(String type, Secret object, At data, Errors errors) {
    switch (type) {
      case "kubernetes.io/service-account-token" -> {
        if (object.metadata().annotations().get(ACCOUNT_NAME).text().isEmpty()) {
          errors.required(Path.of("metadata", "annotations").key(ACCOUNT_NAME), "");
        }
      }
      case "kubernetes.io/dockercfg" -> json(data, ".dockercfg", errors);
      case "kubernetes.io/dockerconfigjson" -> json(data, ".dockerconfigjson", errors);
      case "kubernetes.io/basic-auth" -> {
        if (!data.has("username") && !data.has("password")) {
          errors.required(data.path().key("username"), "");
          errors.required(data.path().key("password"), "");
        }
      }
      case "kubernetes.io/ssh-auth" -> {
        if (data.text("ssh-privatekey").isEmpty()) {
          errors.required(data.path().key("ssh-privatekey"), "");
        }
      }
      case "kubernetes.io/tls" -> {
        for (String key : List.of("tls.crt", "tls.key")) {
          if (!data.has(key)) {
            errors.required(data.path().key(key), "");
          }
        }
      }
      default -> {
        // other types ask for nothing
      }
    }
  }

  private static void json(At data, String key, Errors errors) {
    if (!data.has(key)) {
      errors.required(data.path().key(key), "");
      return;
    }
    GoJsonSyntax.faultOfObject(Base64.getDecoder().decode(data.text(key)))
        .ifPresent(f -> errors.invalidText(data.path().key(key), "<secret contents redacted>", f));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutableText(
        Path.of("type"), Secret.of(object).type().text(), Secret.of(old).type().text(), errors);
    ImmutableData.validate(object, old, errors, "data");
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    if (!Secret.of(object).type().text().equals("kubernetes.io/tls")) {
      return List.of();
    }
    At data = Secret.of(object).data();
    return TlsPair.fault(bytes(data, "tls.crt"), bytes(data, "tls.key")).stream().toList();
  }

  private static byte[] bytes(At data, String key) {
    return Base64.getDecoder().decode(data.get(key).text());
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("type", Secret.of(object).type().text());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("type");
  }
}
