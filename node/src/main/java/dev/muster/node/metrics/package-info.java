/** The node's own counts, under kubelet's names, as a page that Prometheus reads. Thread-safe. */
@NullMarked
package dev.muster.node.metrics;

import org.jspecify.annotations.NullMarked;
