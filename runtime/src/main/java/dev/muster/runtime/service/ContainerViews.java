package dev.muster.runtime.service;

import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.ContainerResources;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.ContainerUser;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.LinuxContainerUser;
import dev.muster.runtime.pods.ContainerFacts;
import dev.muster.runtime.process.LiveProcess;

/** Containers as CRI shows them. */
final class ContainerViews {
  Container row(dev.muster.runtime.pods.Container container) {
    ContainerFacts facts = container.facts();
    return Container.newBuilder()
        .setId(container.id())
        .setPodSandboxId(container.sandbox())
        .setMetadata(container.config().getMetadata())
        .setImage(image(container, facts))
        .setImageRef(facts.imageReference())
        .setImageId(facts.imageId())
        .setState(container.state())
        .setCreatedAt(facts.createdAt())
        .putAllLabels(container.config().getLabelsMap())
        .putAllAnnotations(container.config().getAnnotationsMap())
        .build();
  }

  ContainerStatus status(dev.muster.runtime.pods.Container container) {
    ContainerFacts facts = container.facts();
    ContainerStatus.Builder status =
        ContainerStatus.newBuilder()
            .setId(container.id())
            .setMetadata(container.config().getMetadata())
            .setState(container.state())
            .setCreatedAt(facts.createdAt())
            .setStartedAt(facts.startedAt())
            .setFinishedAt(facts.finishedAt())
            .setExitCode(facts.exitCode())
            .setReason(facts.reason())
            .setMessage(facts.message())
            .setImage(image(container, facts))
            .setImageRef(facts.imageReference())
            .setImageId(facts.imageId())
            .setLogPath(container.log().toString())
            .setStopSignal(container.config().getStopSignal())
            .addAllMounts(container.config().getMountsList())
            .putAllLabels(container.config().getLabelsMap())
            .putAllAnnotations(container.config().getAnnotationsMap())
            .setResources(resources(container));
    facts.ids().ifPresent(ids -> status.setUser(user(ids)));
    return status.build();
  }

  private static ContainerResources resources(dev.muster.runtime.pods.Container container) {
    ContainerResources.Builder resources = ContainerResources.newBuilder();
    return container.forWindows()
        ? resources.setWindows(container.config().getWindows().getResources()).build()
        : resources.setLinux(container.config().getLinux().getResources()).build();
  }

  private static ImageSpec image(
      dev.muster.runtime.pods.Container container, ContainerFacts facts) {
    ImageSpec asked = container.config().getImage();
    return asked.toBuilder()
        .setImage(facts.imageName())
        .setUserSpecifiedImage(
            asked.getUserSpecifiedImage().isEmpty()
                ? asked.getImage()
                : asked.getUserSpecifiedImage())
        .build();
  }

  private static ContainerUser user(LiveProcess.Ids ids) {
    return ContainerUser.newBuilder()
        .setLinux(
            LinuxContainerUser.newBuilder()
                .setUid(ids.uid())
                .setGid(ids.gid())
                .addAllSupplementalGroups(ids.groups()))
        .build();
  }
}
