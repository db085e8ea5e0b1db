@NullMarked
package dev.muster.client.leases;

import org.jspecify.annotations.NullMarked;
