package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventRecorder;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ConfigSource;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ImagePulls;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.Probes;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.users.PodUsers;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What all workers of a node share.
 *
 * @param node as it is now
 * @param network why pods cannot have a network now; empty if they can
 * @param services all that are known
 * @param crashes of containers
 */
public record PodTools(
    RuntimeCalls runtime,
    RuntimeStates states,
    EventRecorder events,
    NodeMetrics metrics,
    Probes probes,
    Handler handler,
    ImagePulls images,
    ConfigSource configs,
    SandboxConfigs sandboxes,
    ContainerConfigs containers,
    Allocations allocations,
    MountedVolumes volumes,
    CredentialSpecs credentials,
    PodUsers users,
    StatusWriter statuses,
    Supplier<NodeFacts> node,
    Supplier<Optional<String>> network,
    Supplier<Collection<ObjectNode>> services,
    Backoffs crashes,
    InstantSource clock) {}
