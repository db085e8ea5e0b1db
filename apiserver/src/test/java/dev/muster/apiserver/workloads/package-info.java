/** Controllers on a running server: faults, identities, leases. */
@NullMarked
package dev.muster.apiserver.workloads;

import org.jspecify.annotations.NullMarked;
