package dev.muster.node.eviction;

import dev.muster.linux.DiskUsage;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.views.CoreV1.Pod;
import java.util.Map;
import java.util.function.Function;

/**
 * Where it can be seen what pods use.
 *
 * @param volumes what those of a pod's volumes take that it can fill, by their names
 */
public record NodeUsage(
    RuntimeCalls runtime, PodPaths paths, Function<Pod, Map<String, DiskUsage>> volumes) {}
