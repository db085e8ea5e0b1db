/**
 * What nodes and pods use, as {@code metrics.k8s.io} tells it: read from the nodes' own servers
 * when somebody asks, never more than once a second from each, and kept nowhere but in memory.
 *
 * <p>All classes may be used by many threads. A node that does not answer has no metrics.
 */
@NullMarked
package dev.muster.apiserver.resourcemetrics;

import org.jspecify.annotations.NullMarked;
