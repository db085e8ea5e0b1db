/**
 * Calls from this server to the servers of admission webhooks. TLS only, verified against the
 * webhook's own authorities; answers are bounded in size and time. Safe for any thread.
 */
@NullMarked
package dev.muster.apiserver.admissionwebhook;

import org.jspecify.annotations.NullMarked;
