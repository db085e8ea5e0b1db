/** What containers and sandboxes use, read from cgroups (v1 and v2) and the network namespaces. */
@NullMarked
package dev.muster.runtime.stats;

import org.jspecify.annotations.NullMarked;
