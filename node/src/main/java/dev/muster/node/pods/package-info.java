/**
 * The life of pods on this node: a worker for each pod brings the runtime in line with its spec and
 * reports what came of it.
 *
 * <p>A worker is one thread and the only one to act for its pod, from state to state ({@code
 * PodWorkerState}); it sleeps until its pod, its containers or their probes change, or a back-off
 * ends. What it uses is shared by all workers and remembers no pod: that is {@code PodMemory}'s.
 * {@link dev.muster.node.pods.Planner} and {@link dev.muster.node.pods.PodStatuses} are pure.
 * Whatever fails is tried again, later each time; nothing that a pod does can stop another one's
 * worker.
 */
@NullMarked
package dev.muster.node.pods;

import org.jspecify.annotations.NullMarked;
