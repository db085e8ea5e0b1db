/**
 * Authorization modes that come in jars of their own.
 *
 * <p>A plugin sees the JDK, {@code dev.muster.authz}, slf4j, and what its own jars hold; nothing
 * else of the server, so that libraries of both may differ. Whatever is wrong with a jar stops the
 * start. A plugin that throws when asked counts as a refusal.
 */
@NullMarked
package dev.muster.apiserver.plugins;

import org.jspecify.annotations.NullMarked;
