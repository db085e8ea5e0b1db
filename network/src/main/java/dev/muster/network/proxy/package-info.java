/**
 * Addresses of services lead to their endpoints: Services and EndpointSlices become rules of
 * nftables, in one table that is replaced as a whole.
 *
 * <p>{@link dev.muster.network.proxy.ServicePorts} reads objects, {@link
 * dev.muster.network.proxy.ProxyRuleset} writes rules; both are functions. What is no address or no
 * port in an object is left out, so that nothing but numbers and names of our own reaches the
 * rules. {@link dev.muster.network.proxy.ServiceProxy} is thread-safe; rules that cannot be set are
 * logged and tried again.
 */
@NullMarked
package dev.muster.network.proxy;

import org.jspecify.annotations.NullMarked;
