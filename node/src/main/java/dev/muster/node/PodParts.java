package dev.muster.node;

import dev.muster.base.Closing;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerFilesOnDisk;
import dev.muster.node.images.ImagePulls;
import dev.muster.node.pods.ActiveDeadline;
import dev.muster.node.pods.ApiPods;
import dev.muster.node.pods.ContainerChanges;
import dev.muster.node.pods.ContainerCreation;
import dev.muster.node.pods.ContainerKills;
import dev.muster.node.pods.ContainerResizes;
import dev.muster.node.pods.ContainerSettings;
import dev.muster.node.pods.ContainerStarts;
import dev.muster.node.pods.CrashBackOff;
import dev.muster.node.pods.IdentityCheck;
import dev.muster.node.pods.LifecycleHooks;
import dev.muster.node.pods.MirrorPods;
import dev.muster.node.pods.OldContainers;
import dev.muster.node.pods.OrphanedPods;
import dev.muster.node.pods.PodAdmission;
import dev.muster.node.pods.PodCleanup;
import dev.muster.node.pods.PodEvictions;
import dev.muster.node.pods.PodGauges;
import dev.muster.node.pods.PodIntake;
import dev.muster.node.pods.PodLifecycle;
import dev.muster.node.pods.PodPreparation;
import dev.muster.node.pods.PodProbes;
import dev.muster.node.pods.PodRemains;
import dev.muster.node.pods.PodReports;
import dev.muster.node.pods.PodResizes;
import dev.muster.node.pods.PodSandboxes;
import dev.muster.node.pods.PodShutdown;
import dev.muster.node.pods.PodSync;
import dev.muster.node.pods.PodWorkerStarts;
import dev.muster.node.pods.PodWorkers;
import dev.muster.node.pods.PostStartHooks;
import dev.muster.node.pods.ResizeDecisions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The second half of the composition root: all that brings pods to life and to their end. */
final class PodParts {
  private static final Duration FIRST_CRASH = Duration.ofSeconds(10);
  private static final Duration LONGEST_CRASH = Duration.ofMinutes(5);

  final PodWorkers workers;
  final PodIntake intake;
  final MirrorPods mirrors = new MirrorPods();
  final ApiPods fromApi;
  final PodEvictions evictions;
  final PodShutdown shutdown;

  PodParts(NodeParts node, Closing closing) {
    PodProbes probes = new PodProbes(node.probes, node::facts);
    LifecycleHooks hooks = new LifecycleHooks(node.handler, node.events);
    ContainerKills kills = new ContainerKills(node.runtime, hooks, node.events, node::facts);
    IdentityCheck identities = new IdentityCheck(node.runtime, node.events, node.metrics);
    ImagePulls images =
        new ImagePulls(node.runtime, node.configs, node.pulledImages, node.events, node.clock);
    CrashBackOff backOff =
        new CrashBackOff(new Backoffs(FIRST_CRASH, LONGEST_CRASH), node.events, node.clock);
    PodSync sync = sync(node, probes, hooks, kills, identities, images, backOff);
    PodCleanup cleanup =
        new PodCleanup(
            node.runtime,
            node.states,
            node.volumes,
            node.credentials,
            new PodRemains(node.paths, node.users),
            List.of(
                images::forget, backOff::forget, node.statuses::forget, node.allocations::forget));
    PodLifecycle lifecycle =
        new PodLifecycle(
            node.states,
            sync,
            probes,
            identities,
            new ActiveDeadline(node.clock),
            cleanup,
            new PodReports(node.statuses, probes, node.allocations, node::facts, node.clock),
            node.events);
    PodAdmission admission =
        new PodAdmission(
            node.registration::node,
            node.registration::refresh,
            node.registration::groups,
            node.config.sysctls(),
            node.pressure);
    this.workers = closing.add(new PodWorkers(node.alarms));
    PodResizes resizes =
        new PodResizes(
            workers,
            new ResizeDecisions(
                node.platform.resize(),
                node.allocations,
                admission,
                node.registration::node,
                node.events));
    PodWorkerStarts starts =
        new PodWorkerStarts(
            lifecycle, kills, node.allocations, node.alarms, workers, resizes, node.clock);
    this.intake =
        new PodIntake(
            workers,
            starts,
            admission,
            resizes,
            node.allocations,
            node.states,
            node.events,
            node.metrics,
            node.clock);
    this.fromApi =
        new ApiPods(
            intake,
            workers,
            mirrors,
            new OrphanedPods(workers, starts, node.states, node.volumes, cleanup),
            resizes);
    this.evictions = new PodEvictions(workers, node.states, cleanup, node.clock);
    this.shutdown = new PodShutdown(workers, node.runtime, node.states, node.volumes);
    PodGauges.add(node.metrics, workers, node.states);
  }

  /** From a pod's spec to its containers. */
  private static PodSync sync(
      NodeParts node,
      PodProbes probes,
      LifecycleHooks hooks,
      ContainerKills kills,
      IdentityCheck identities,
      ImagePulls images,
      CrashBackOff backOff) {
    OldContainers oldContainers = new OldContainers(node.runtime);
    ContainerSettings settings =
        new ContainerSettings(
            node.configs,
            node.services::all,
            node.volumes,
            node.credentials,
            new ContainerConfigs(
                node.sandboxes, new ContainerFilesOnDisk(node.paths, Path.of("/etc/hosts"))));
    ContainerStarts starts =
        new ContainerStarts(
            new ContainerCreation(node.runtime, images, node.sandboxes, node.users, settings),
            node.runtime,
            node.allocations,
            new PostStartHooks(hooks, kills, node.events),
            identities,
            node.events,
            node.metrics,
            node::facts);
    return new PodSync(
        new PodPreparation(
            node.registration::networkProblem,
            node.paths,
            node.volumes,
            node.credentials,
            node.events),
        new PodSandboxes(
            node.runtime,
            node.sandboxes,
            node.users,
            node.configs,
            kills,
            oldContainers,
            node.events,
            node.metrics,
            node::facts),
        new ContainerChanges(kills, starts, oldContainers, backOff, images),
        new ContainerResizes(node.runtime, node.platform.resize(), node.allocations, node.events),
        probes,
        node.states);
  }
}
