/**
 * Names of the cluster, as Kubernetes' DNS specification 1.1 has them; all others are asked of the
 * host's own resolvers.
 *
 * <p>{@link dev.muster.network.dns.ClusterNames} and {@link dev.muster.network.dns.DnsMessages} are
 * functions; {@link dev.muster.network.dns.DnsServer} is thread-safe. Pods send the bytes: a
 * message is small, is read once from left to right, and never gets an answer that is sent to
 * somebody who did not ask. What cannot be answered is answered with SERVFAIL, nothing is thrown.
 */
@NullMarked
package dev.muster.network.dns;

import org.jspecify.annotations.NullMarked;
