/**
 * Who is served how much at a time, so that no user takes the server from another: shares of the
 * requests and streams under way, and seats for heavy work.
 *
 * <p>Everything here is thread-safe. Who gets nothing is told so at once, or after a bounded wait,
 * with a 429.
 */
@NullMarked
package dev.muster.apiserver.flow;

import org.jspecify.annotations.NullMarked;
