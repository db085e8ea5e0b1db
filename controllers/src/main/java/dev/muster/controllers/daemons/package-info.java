/**
 * DaemonSets: a pod on each node that fits. Which pods to make and which to delete is a pure
 * function of nodes and pods ({@code DaemonPlacement}, {@code DaemonUpdate}).
 */
@NullMarked
package dev.muster.controllers.daemons;

import org.jspecify.annotations.NullMarked;
