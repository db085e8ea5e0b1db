/**
 * A whole cluster in one process: API server, scheduler, node and container runtime, as {@code
 * muster up} and {@code muster demo} run it.
 *
 * <p>A cluster is started and stopped by one thread. Where pods cannot run, the API server serves
 * nevertheless and the cluster says why.
 */
@NullMarked
package dev.muster.cli.cluster;

import org.jspecify.annotations.NullMarked;
