package dev.muster.kinds.pods;

import dev.muster.kinds.pods.volumes.ImageVolumeReference;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableEnvVar;
import dev.muster.views.CoreV1.MutableHTTPGetAction;
import dev.muster.views.CoreV1.MutableProbe;
import dev.muster.views.StructField;

/** What a container, its ports, environment, probes and hooks get when left open. */
final class ContainerDefaults {
  private ContainerDefaults() {}

  static void apply(MutableContainer container) {
    container
        .imagePullPolicy()
        .defaultTo(ImageVolumeReference.defaultPullPolicy(container.image().text()));
    container.terminationMessagePath().defaultTo("/dev/termination-log");
    container.terminationMessagePolicy().defaultTo("File");
    container.ports().each().forEach(port -> port.protocol().defaultTo("TCP"));
    container.env().each().forEach(ContainerDefaults::environment);
    container.resources().ifPresent(ResourceLists::roundRequirements);
    container.livenessProbe().ifPresent(ContainerDefaults::probe);
    container.readinessProbe().ifPresent(ContainerDefaults::probe);
    container.startupProbe().ifPresent(ContainerDefaults::probe);
    container
        .lifecycle()
        .ifPresent(
            hooks -> {
              hooks.postStart().ifPresent(hook -> httpGet(hook.httpGet()));
              hooks.preStop().ifPresent(hook -> httpGet(hook.httpGet()));
            });
  }

  private static void environment(MutableEnvVar variable) {
    variable
        .valueFrom()
        .ifPresent(
            from -> {
              from.fieldRef().ifPresent(ref -> ref.apiVersion().defaultTo("v1"));
              from.fileKeyRef().ifPresent(ref -> ref.optional().defaultTo(false));
            });
  }

  private static void probe(MutableProbe probe) {
    probe.timeoutSeconds().defaultFromZeroTo(1);
    probe.periodSeconds().defaultFromZeroTo(10);
    probe.successThreshold().defaultFromZeroTo(1);
    probe.failureThreshold().defaultFromZeroTo(3);
    httpGet(probe.httpGet());
    probe.grpc().ifPresent(grpc -> grpc.service().setIfAbsent(""));
  }

  private static void httpGet(StructField<MutableHTTPGetAction> action) {
    action.ifPresent(
        get -> {
          get.path().defaultTo("/");
          get.scheme().defaultTo("HTTP");
        });
  }
}
