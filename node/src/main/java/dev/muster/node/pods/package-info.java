/**
 * The life of pods on this node: a worker for each pod brings the runtime in line with its spec and
 * reports what came of it.
 *
 * <p>A worker is one thread and the only one to act for its pod; it sleeps until its pod, its
 * containers or their probes change, or a back-off ends. {@link dev.muster.node.pods.Planner} and
 * {@link dev.muster.node.pods.PodStatuses} are pure. Whatever fails is tried again, later each
 * time; nothing that a pod does can stop another one's worker.
 */
@NullMarked
package dev.muster.node.pods;

import org.jspecify.annotations.NullMarked;
