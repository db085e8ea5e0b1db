/**
 * What a node's pods are connected by: {@link dev.muster.network.NodeNetwork} keeps rules and names
 * up to date for as long as it is open, speaking only the Kubernetes API.
 */
@NullMarked
package dev.muster.network;

import org.jspecify.annotations.NullMarked;
