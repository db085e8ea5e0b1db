/** Which of several processes does the work: the one that holds a Lease. */
@NullMarked
package dev.muster.client.leases;

import org.jspecify.annotations.NullMarked;
