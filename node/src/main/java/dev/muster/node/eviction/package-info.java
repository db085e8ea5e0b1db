/**
 * Pods that have to go so that the node lives: those that use more than their limits of local
 * storage, and, when the node is short of memory, disk or process numbers, one after the other.
 * Everything about a pod's use comes from CRI and from walking its volumes.
 */
@NullMarked
package dev.muster.node.eviction;

import org.jspecify.annotations.NullMarked;
