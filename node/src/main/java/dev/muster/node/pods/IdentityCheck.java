package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.IdentityRequest;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.node.containers.AskedIdentity;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares who a container's process is with who it was predicted to be; a difference is an event,
 * is counted, and becomes part of the pod's status. A process that has ended, or that the runtime
 * does not name, is left alone.
 */
public record IdentityCheck(RuntimeCalls runtime, EventRecorder events, NodeMetrics metrics) {
  private static final Logger LOG = LoggerFactory.getLogger(IdentityCheck.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  static final String REASON = "IdentityMismatch";

  /** The ids of a process, groups in ascending order and with the primary one. */
  record Ids(long uid, long gid, List<Long> groups) {
    @Override
    public String toString() {
      return "uid=" + uid + " gid=" + gid + " groups=" + groups;
    }
  }

  /**
   * Sees to it that each running container is looked at once: those that an earlier agent started,
   * and those that could not be looked at so far.
   *
   * @param before the status that was reported last
   */
  void complete(Pod pod, PodView view, PodStatus before, PodMemory memory) {
    memory.mismatches().keep(view.containers().stream().map(ContainerView::id).toList());
    String told = PodStatusConditions.mismatches(before.conditions());
    for (ContainerView running : view.running()) {
      Optional<ContainerSpec> container = pod.container(running.name());
      Optional<LinuxContainerSecurityContext> asked = AskedIdentity.in(running.annotations());
      if (container.isPresent() && asked.isPresent()) {
        ContainerStatus status =
            PodStatuses.named(container.get().statusesIn(before), running.name());
        if (!Mismatches.isTold(running.name(), running.id(), status, told)) {
          later(pod, container.get(), running.id(), asked.get(), memory);
        }
      }
    }
  }

  /** Looks in the background, unless that was done. */
  void later(
      Pod pod,
      ContainerSpec container,
      String id,
      LinuxContainerSecurityContext asked,
      PodMemory memory) {
    if (memory.mismatches().look(id)) {
      Thread.ofVirtual()
          .name("identity " + pod.key())
          .start(() -> check(pod, container, id, asked, memory));
    }
  }

  private void check(
      Pod pod,
      ContainerSpec container,
      String id,
      LinuxContainerSecurityContext asked,
      PodMemory memory) {
    try {
      JsonNode info = JSON.readTree(runtime.containerInfo(id).getOrDefault("info", "{}"));
      long pid = info.path("pid").asLong();
      if (pid <= 0) {
        return;
      }
      Path process = Path.of("/proc", Long.toString(pid));
      Ids predicted = predicted(asked, process.resolve("root"));
      Ids real =
          inside(
              real(Files.readAllLines(process.resolve("status"))),
              asked.getNamespaceOptions().getUsernsOptions());
      if (!real.equals(predicted) && !gaveUpRoot(predicted, real)) {
        metrics.count(NodeMetrics.Metric.IDENTITY_MISMATCHES);
        events.container(
            pod,
            container,
            EventType.WARNING,
            REASON,
            "The process runs as " + real + ", predicted was " + predicted);
        memory.mismatches().found(container.name(), id, real + ", predicted " + predicted);
        memory.alarm().ring();
      }
    } catch (RuntimeProblem | IOException e) {
      memory.mismatches().lookAgain(id);
      LOG.debug("identity not compared yet: pod={}: {}", pod.key(), e.toString());
    } catch (IdentityException e) {
      LOG.debug("identity not compared: pod={}: {}", pod.key(), e.toString());
    }
  }

  /** Ids as they are in a user namespace; one that is not in its range stays as it is. */
  static Ids inside(Ids outside, UserNamespace users) {
    if (users.getUidsCount() == 0 || users.getGidsCount() == 0) {
      return outside;
    }
    IDMapping gids = users.getGids(0);
    return new Ids(
        inside(outside.uid(), users.getUids(0)),
        inside(outside.gid(), gids),
        outside.groups().stream().map(each -> inside(each, gids)).sorted().toList());
  }

  private static long inside(long id, IDMapping mapping) {
    long offset = id - Integer.toUnsignedLong(mapping.getHostId());
    return offset >= 0 && offset < Integer.toUnsignedLong(mapping.getLength()) ? offset : id;
  }

  /** What root makes of itself after the start is its own affair. */
  private static boolean gaveUpRoot(Ids predicted, Ids real) {
    return predicted.uid() == 0 && real.uid() != 0;
  }

  /**
   * @param asked as {@link AskedIdentity} keeps it: its name is the image's USER
   */
  static Ids predicted(LinuxContainerSecurityContext asked, Path root) throws IdentityException {
    GroupsPolicy policy =
        asked.getSupplementalGroupsPolicy() == SupplementalGroupsPolicy.Strict
            ? GroupsPolicy.STRICT
            : GroupsPolicy.MERGE;
    ProcessIdentity identity =
        ProcessIdentity.resolve(
            IdentityRequest.cri(
                asked.hasRunAsUser() ? asked.getRunAsUser().getValue() : null,
                "",
                asked.hasRunAsGroup() ? asked.getRunAsGroup().getValue() : null,
                asked.getSupplementalGroupsList(),
                policy,
                asked.getRunAsUsername()),
            ImageAccounts.in(root));
    return new Ids(identity.uid().value(), identity.gid().value(), identity.groupIds());
  }

  /** From the lines of {@code /proc/PID/status}: effective ids. */
  static Ids real(List<String> lines) {
    long uid = -1;
    long gid = -1;
    TreeSet<Long> groups = new TreeSet<>();
    for (String line : lines) {
      String[] words = line.split("\\s+");
      switch (words[0]) {
        case "Uid:" -> uid = Long.parseLong(words[2]);
        case "Gid:" -> gid = Long.parseLong(words[2]);
        case "Groups:" -> {
          for (int i = 1; i < words.length; i++) {
            groups.add(Long.parseLong(words[i]));
          }
        }
        default -> {}
      }
    }
    groups.add(gid);
    return new Ids(uid, gid, new ArrayList<>(groups));
  }
}
