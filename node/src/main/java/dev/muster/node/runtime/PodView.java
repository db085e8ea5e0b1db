package dev.muster.node.runtime;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All sandboxes and containers of a pod, the newest first. */
public record PodView(
    String uid,
    String namespace,
    String name,
    List<SandboxView> sandboxes,
    List<ContainerView> containers) {
  public PodView {
    sandboxes =
        sandboxes.stream()
            .sorted(Comparator.comparingLong(SandboxView::createdAt).reversed())
            .toList();
    containers =
        containers.stream()
            .sorted(
                Comparator.comparingInt(ContainerView::attempt)
                    .thenComparingLong(ContainerView::createdAt)
                    .reversed())
            .toList();
  }

  public static PodView none(String uid) {
    return new PodView(uid, "", "", List.of(), List.of());
  }

  public Optional<SandboxView> sandbox() {
    return sandboxes.stream().findFirst();
  }

  /** The sandbox that containers can be started in. */
  public Optional<SandboxView> readySandbox() {
    return sandbox().filter(SandboxView::ready);
  }

  /** The newest container of a name. */
  public Optional<ContainerView> container(String name) {
    return containers.stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /** The newest container of a name, if it is in this sandbox. */
  public Optional<ContainerView> container(String name, SandboxView in) {
    return container(name).filter(c -> c.sandbox().equals(in.id()));
  }

  /** The one before the newest. */
  public Optional<ContainerView> previous(String name) {
    return containers.stream().filter(c -> c.name().equals(name)).skip(1).findFirst();
  }

  public List<ContainerView> running() {
    return containers.stream().filter(ContainerView::isRunning).toList();
  }

  public boolean isEmpty() {
    return sandboxes.isEmpty() && containers.isEmpty();
  }
}
