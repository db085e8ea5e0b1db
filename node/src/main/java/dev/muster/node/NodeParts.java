package dev.muster.node;

import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventRecorder;
import dev.muster.cri.CriClient;
import dev.muster.linux.PrivateDirectory;
import dev.muster.node.containers.ApiConfigSource;
import dev.muster.node.containers.LinuxPlatform;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.credentials.PodCredentials;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.images.PulledImages;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.NodeRegistration;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.mounts.ApiVolumes;
import dev.muster.node.pods.NodeFacts;
import dev.muster.node.pods.PodAlarms;
import dev.muster.node.pods.StatusWriter;
import dev.muster.node.pressure.NodePressure;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.Probes;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.users.HostIdRanges;
import dev.muster.node.users.PodUsers;
import dev.muster.views.CoreV1;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The first half of the composition root: what a node is made of, pods aside. Nothing has started
 * yet that could need what is made later; who has news of a pod rings its alarm.
 */
final class NodeParts {
  final NodeConfig config;
  final Clock clock;
  final String name;
  final NodeMetrics metrics = new NodeMetrics();
  final NodePressure pressure = new NodePressure();
  final PodAlarms alarms = new PodAlarms();
  final PodPaths paths;
  final LinuxPlatform platform;
  final RuntimeCalls runtime;
  final ApiClient client;
  final EventRecorder events;
  final NodeRegistration registration;
  final RuntimeStates states;
  final ServiceList services;
  final Handler handler;
  final Probes probes;
  final ApiConfigSource configs;
  final Optional<PulledImages> pulledImages;
  final SandboxConfigs sandboxes;
  final ApiVolumes volumes;
  final PodCredentials credentials;
  final PodUsers users;
  final Allocations allocations;
  final StatusWriter statuses;

  NodeParts(NodeConfig config, Clock clock, Closing closing) throws IOException {
    this.config = config;
    this.clock = clock;
    this.name = config.identity().name();
    PrivateDirectory.claim(config.root());
    Files.createDirectories(config.logs());
    Machine machine = Machine.read(config.root());
    this.paths = new PodPaths(config.root(), config.logs());
    this.platform = new LinuxPlatform(machine.memory(), machine.cpus());
    this.runtime = new RuntimeCalls(closing.add(CriClient.connect(config.runtimeSocket())));
    this.client = closing.add(new ApiClient(config.api()));
    this.events = closing.add(EventRecorder.start(client, "kubelet", name, clock));
    this.registration =
        closing.add(
            new NodeRegistration(
                client,
                runtime,
                config.identity(),
                machine,
                config.eviction(),
                pressure,
                info ->
                    new GroupsPolicySupport(
                        config.features().minor(),
                        config.features().groupsPolicy(),
                        info.supplementalGroupsPolicy()),
                events,
                clock));
    this.states = closing.add(new RuntimeStates(runtime, alarms::ring, this::lookAgain));
    this.services = new ServiceList(config.apiForPods());
    this.handler = new Handler(runtime);
    this.probes = closing.add(new Probes(handler, events, metrics, alarms::ring));
    this.configs = new ApiConfigSource(client);
    this.pulledImages =
        config.features().ensureSecretPulledImages()
            ? Optional.of(new PulledImages(config.root(), config.images(), runtime, clock))
            : Optional.empty();
    this.sandboxes = new SandboxConfigs(name, config.dns(), paths, platform);
    this.volumes =
        closing.add(
            new ApiVolumes(
                config.root(),
                config.features().fileOwners(),
                client,
                () -> CoreV1.Node.of(registration.node()).status().allocatable().node(),
                clock,
                alarms::ring));
    this.credentials = closing.add(new PodCredentials(paths, client, events, alarms::ring));
    this.users = new PodUsers(HostIdRanges.in(paths), registration::handlers);
    this.allocations = new Allocations(paths);
    this.statuses = closing.add(new StatusWriter(client));
  }

  /** The runtime has gone or is back. */
  private void lookAgain() {
    registration.lookSoon();
    alarms.ringAll();
  }

  NodeFacts facts() {
    return new NodeFacts(
        name,
        List.of(config.identity().address()),
        CoreV1.Node.of(registration.node()).status().allocatable(),
        registration.runtimeName(),
        registration.groups(),
        config.server());
  }
}
