package dev.muster.admission.writes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.List;
import java.util.Random;

/** Objects that a type allows, with values that mean something here and there. */
public final class RandomObjects {
  private static final int MAX_DEPTH = 9;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "c",
          "default",
          "RunAsAny",
          "MustRunAs",
          "MayRunAs",
          "MustRunAsNonRoot",
          "*",
          "secret",
          "hostPath",
          "/",
          "/data/x",
          "..",
          "Strict",
          "Merge",
          "Unconfined",
          "Localhost",
          "RuntimeDefault",
          "windows",
          "linux",
          "CHOWN",
          "SYS_TIME",
          "ALL",
          "s0:c1,c2",
          "s0:",
          "kernel.msg*",
          "kernel/msgmax",
          "runtime/default",
          "localhost/",
          "1000-2000",
          "é\u0000",
          "Unmasked",
          "Default",
          "token",
          "kube-root-ca.crt",
          "x".repeat(3000));
  private static final List<String> KEYS =
      List.of(
          "a",
          "kubernetes.io/psp",
          "psp.muster.dev/mode",
          "psp.muster.dev/priority",
          "psp.muster.dev/ranges-from-namespace",
          "psp.muster.dev/runAsUser",
          "kubernetes.io/config.mirror",
          "seccomp.security.alpha.kubernetes.io/pod",
          "seccomp.security.alpha.kubernetes.io/defaultProfileName",
          "seccomp.security.alpha.kubernetes.io/allowedProfileNames",
          "container.seccomp.security.alpha.kubernetes.io/c",
          "container.apparmor.security.beta.kubernetes.io/c",
          "apparmor.security.beta.kubernetes.io/defaultProfileName",
          "apparmor.security.beta.kubernetes.io/allowedProfileNames",
          "pod-security.kubernetes.io/enforce",
          "pod-security.kubernetes.io/warn");

  private final Random random;

  public RandomObjects(long seed) {
    this.random = new Random(seed);
  }

  public ObjectNode of(StructType type) {
    return struct(type, 0);
  }

  private ObjectNode struct(StructType type, int depth) {
    ObjectNode out = JSON.objectNode();
    for (Field field : type.fields()) {
      // deeper structs hold less, or objects would grow without bounds
      if (random.nextInt(10) < (depth < 2 ? 6 : depth < 5 ? 3 : 1)) {
        out.set(field.name(), value(field.type(), depth + 1));
      }
    }
    return out;
  }

  private JsonNode value(Type type, int depth) {
    return switch (type) {
      case Type.Ref ref -> depth > MAX_DEPTH ? JSON.objectNode() : struct(ref.struct(), depth);
      case Type.ListOf list -> list(list.element(), depth);
      case Type.MapOf map -> map(map.value(), depth);
      case Type.Scalar scalar -> scalar(scalar.kind());
    };
  }

  private ArrayNode list(Type element, int depth) {
    ArrayNode out = JSON.arrayNode();
    for (int i = random.nextInt(3); i > 0; i--) {
      out.add(value(element, depth));
    }
    return out;
  }

  private ObjectNode map(Type value, int depth) {
    ObjectNode out = JSON.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      out.set(KEYS.get(random.nextInt(KEYS.size())), value(value, depth));
    }
    return out;
  }

  private JsonNode scalar(Type.Scalar.Kind kind) {
    return switch (kind) {
      case STRING -> JSON.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
      case BOOL -> JSON.booleanNode(random.nextBoolean());
      case INT32, UINT32 -> JSON.numberNode((long) random.nextInt(0, 3000));
      case INT64 -> JSON.numberNode((long) random.nextInt(-2, 3000));
      case FLOAT64 -> JSON.numberNode(random.nextDouble());
      case BYTES -> JSON.textNode("YQ==");
      case QUANTITY -> JSON.textNode("1");
      case INT_OR_STRING -> random.nextBoolean() ? JSON.textNode("a") : JSON.numberNode(80L);
      case TIME -> JSON.textNode("2026-01-01T00:00:00Z");
      case MICRO_TIME -> JSON.textNode("2026-01-01T00:00:00.000000Z");
      case DURATION -> JSON.textNode("1s");
      case RAW, UNTYPED -> JSON.objectNode();
    };
  }
}
