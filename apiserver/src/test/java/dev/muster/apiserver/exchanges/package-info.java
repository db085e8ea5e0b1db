/**
 * Recorded exchanges with a real API server, played on ours. The recording is a resource, one step
 * a line; what may differ is listed beside it, with the reason. Not for use by several threads.
 */
@NullMarked
package dev.muster.apiserver.exchanges;

import org.jspecify.annotations.NullMarked;
