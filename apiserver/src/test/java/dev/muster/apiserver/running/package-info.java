/**
 * A whole API server inside the test's own process, and a plain HTTPS client for it. A server
 * belongs to one test class; its clients may be used by many threads.
 */
@NullMarked
package dev.muster.apiserver.running;

import org.jspecify.annotations.NullMarked;
