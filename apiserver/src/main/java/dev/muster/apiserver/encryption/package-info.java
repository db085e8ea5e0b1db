/**
 * Encryption at rest, as {@code --encryption-provider-config} says: what is written to the store is
 * encrypted with the first key of its resource, what is read with whichever it was written.
 *
 * <p>Prefixes, ciphers and what is authenticated are kube-apiserver's, so that what one of them
 * wrote the other can read.
 *
 * <p>Threading: everything is thread-safe. Failure: a file that is not right ends the start of a
 * server; while it runs, the last good one stays in force. Secrets are in no message.
 */
@NullMarked
package dev.muster.apiserver.encryption;

import org.jspecify.annotations.NullMarked;
