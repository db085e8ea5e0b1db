/**
 * Keys and certificates as PEM text, and the two kinds of TLS made of them: a client's, and that of
 * peers which both show who they are.
 *
 * <p>What was read is immutable. What cannot be used is a {@link
 * dev.muster.client.tls.PkiException} that names the file and says what to do.
 */
@NullMarked
package dev.muster.client.tls;

import org.jspecify.annotations.NullMarked;
