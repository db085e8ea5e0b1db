/** A whole cluster for tests: API server, scheduler, node and a real container runtime. */
@NullMarked
package dev.muster.node.cluster;

import org.jspecify.annotations.NullMarked;
