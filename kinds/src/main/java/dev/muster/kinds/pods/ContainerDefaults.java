package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.volumes.ImageVolumeReference;
import java.util.List;

/** What a container, its ports, environment, probes and hooks get when left open. */
final class ContainerDefaults {
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");

  private ContainerDefaults() {}

  static void apply(ObjectNode container) {
    Children.defaultText(
        container,
        "imagePullPolicy",
        ImageVolumeReference.defaultPullPolicy(Children.text(container, "image")));
    Children.defaultText(container, "terminationMessagePath", "/dev/termination-log");
    Children.defaultText(container, "terminationMessagePolicy", "File");
    Children.each(container, "ports").forEach(p -> Children.defaultText(p, "protocol", "TCP"));
    Children.each(container, "env").forEach(ContainerDefaults::environment);
    Children.struct(container, "resources").ifPresent(ResourceLists::roundRequirements);
    for (String probe : PROBES) {
      Children.struct(container, probe).ifPresent(ContainerDefaults::probe);
    }
    Children.struct(container, "lifecycle")
        .ifPresent(
            hooks -> {
              Children.struct(hooks, "postStart").ifPresent(ContainerDefaults::httpGet);
              Children.struct(hooks, "preStop").ifPresent(ContainerDefaults::httpGet);
            });
  }

  private static void environment(ObjectNode variable) {
    Children.struct(variable, "valueFrom")
        .ifPresent(
            from -> {
              Children.struct(from, "fieldRef")
                  .ifPresent(ref -> Children.defaultText(ref, "apiVersion", "v1"));
              Children.struct(from, "fileKeyRef")
                  .filter(ref -> !ref.has("optional"))
                  .ifPresent(ref -> ref.put("optional", false));
            });
  }

  private static void probe(ObjectNode probe) {
    Children.defaultNumber(probe, "timeoutSeconds", 1);
    Children.defaultNumber(probe, "periodSeconds", 10);
    Children.defaultNumber(probe, "successThreshold", 1);
    Children.defaultNumber(probe, "failureThreshold", 3);
    httpGet(probe);
    Children.struct(probe, "grpc")
        .filter(grpc -> !grpc.hasNonNull("service"))
        .ifPresent(grpc -> grpc.put("service", ""));
  }

  private static void httpGet(ObjectNode handler) {
    Children.struct(handler, "httpGet")
        .ifPresent(
            get -> {
              Children.defaultText(get, "path", "/");
              Children.defaultText(get, "scheme", "HTTP");
            });
  }
}
