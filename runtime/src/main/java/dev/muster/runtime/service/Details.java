package dev.muster.runtime.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Sandbox;
import dev.muster.runtime.pods.SandboxSpec;
import dev.muster.runtime.process.LiveProcess;
import java.io.IOException;

/** What verbose answers add: JSON under the key {@code info}, as crictl shows it. */
final class Details {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Details() {}

  static String of(Sandbox sandbox) {
    ObjectNode info = JSON.createObjectNode();
    info.put("pid", sandbox.process().map(LiveProcess::pid).orElse(0));
    info.put("runtimeHandler", sandbox.handler());
    info.put("cgroup", sandbox.cgroup());
    sandbox.network().ifPresent(path -> info.put("networkNamespace", path.toString()));
    try {
      info.set("runtimeSpec", SandboxSpec.of(sandbox));
    } catch (IOException gone) {
      info.putNull("runtimeSpec");
    }
    return text(info);
  }

  static String of(Container container) {
    ObjectNode info = JSON.createObjectNode();
    info.put("sandboxID", container.sandbox());
    info.put("pid", container.process().map(LiveProcess::pid).orElse(0));
    info.put("runtimeHandler", container.handler());
    info.put("cgroup", container.cgroup());
    try {
      info.set("runtimeSpec", JSON.readTree(container.bundle().resolve("config.json").toFile()));
    } catch (IOException gone) {
      info.putNull("runtimeSpec");
    }
    return text(info);
  }

  static String text(ObjectNode node) {
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
