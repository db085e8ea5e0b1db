/**
 * Collections of the API server, kept up to date in memory by a list and a watch.
 *
 * <p>Thread-safe. A reflector never gives up. Objects that are handed out are shared: whoever wants
 * to change one makes a copy first.
 */
@NullMarked
package dev.muster.client.informers;

import org.jspecify.annotations.NullMarked;
