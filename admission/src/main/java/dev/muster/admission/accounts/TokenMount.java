package dev.muster.admission.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The volume through which a pod's containers get a token, the authority to trust and their
 * namespace.
 */
final class TokenMount {
  private static final String NAME = "kube-api-access-";
  private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final long MODE = 0644;

  /** An hour, and a little more, by which such tokens are told from others. */
  private static final long SECONDS = 3607;

  private TokenMount() {}

  /** Mounts it in every container that has nothing at its place. */
  static void into(ObjectNode spec) {
    String existing = existing(spec);
    String name = existing.isEmpty() ? NAME + suffix() : existing;
    boolean needed = false;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : spec.path(list)) {
        needed |= mount((ObjectNode) container, name);
      }
    }
    if (needed && existing.isEmpty()) {
      list(spec, "volumes").addObject().put("name", name).set("projected", volume());
    }
  }

  private static String existing(ObjectNode spec) {
    for (JsonNode volume : spec.path("volumes")) {
      String name = volume.path("name").asText();
      if (name.startsWith(NAME)) {
        return name;
      }
    }
    return "";
  }

  private static boolean mount(ObjectNode container, String volume) {
    for (JsonNode mount : container.path("volumeMounts")) {
      if (mount.path("mountPath").asText().equals(PATH)) {
        return false;
      }
    }
    list(container, "volumeMounts")
        .addObject()
        .put("name", volume)
        .put("readOnly", true)
        .put("mountPath", PATH);
    return true;
  }

  private static ObjectNode volume() {
    ObjectNode projected = JsonNodeFactory.instance.objectNode();
    ArrayNode sources = projected.putArray("sources");
    sources
        .addObject()
        .putObject("serviceAccountToken")
        .put("expirationSeconds", SECONDS)
        .put("path", "token");
    ObjectNode authority = sources.addObject().putObject("configMap");
    authority.put("name", "kube-root-ca.crt");
    authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
    ObjectNode namespace =
        sources.addObject().putObject("downwardAPI").putArray("items").addObject();
    namespace.put("path", "namespace");
    namespace.putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
    return projected.put("defaultMode", MODE);
  }

  private static ArrayNode list(ObjectNode in, String field) {
    return in.get(field) instanceof ArrayNode list ? list : in.putArray(field);
  }

  private static String suffix() {
    StringBuilder out = new StringBuilder(5);
    for (int i = 0; i < 5; i++) {
      out.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
    }
    return out.toString();
  }
}
