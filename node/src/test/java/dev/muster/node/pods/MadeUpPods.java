package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.model.field.At;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.ContainerView.State;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.CoreV1.Pod;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods and what runs of them, made up for tests. */
final class MadeUpPods {
  static final SandboxView SANDBOX = new SandboxView("s0", 0, true, 1, List.of("10.0.0.1"), false);

  static final NodeFacts NODE =
      new NodeFacts(
          "node",
          List.of("192.0.2.1"),
          At.root(JsonNodeFactory.instance.objectNode()),
          "containerd",
          new GroupsPolicySupport(35, true, true),
          URI.create("https://127.0.0.1:6443"));

  private MadeUpPods() {}

  static Pod pod(String spec) {
    return Pod.of(
        (ObjectNode)
            Yaml.toTree(
                ("metadata: {name: p, namespace: n, uid: u}\nspec:\n" + spec.indent(2))
                    .getBytes(StandardCharsets.UTF_8)));
  }

  static PodView view(ContainerView... containers) {
    return new PodView("u", "n", "p", List.of(SANDBOX), List.of(containers));
  }

  static ContainerView running(String name) {
    return container(name, 0, State.RUNNING, 0);
  }

  static ContainerView exited(String name, int code) {
    return container(name, 0, State.EXITED, code);
  }

  static ContainerView container(String name, int attempt, State state, int code) {
    return new ContainerView(
        name + attempt,
        "s0",
        name,
        attempt,
        state,
        1,
        1_000_000_000L,
        2_000_000_000L,
        code,
        "",
        "",
        "image",
        "sha256:1",
        "sha256:1",
        "",
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        List.of());
  }

  /** Everything has started and is ready. */
  static final PodHealth WELL = health(Optional.empty());

  /** Everything fails its liveness probe. */
  static final PodHealth SICK = health(Optional.of("liveness"));

  private static PodHealth health(Optional<String> deadly) {
    return new PodHealth() {
      @Override
      public boolean started(ContainerView container) {
        return true;
      }

      @Override
      public boolean ready(ContainerView container) {
        return true;
      }

      @Override
      public Optional<String> deadly(ContainerView container) {
        return deadly;
      }
    };
  }
}
