/**
 * Keys and certificates: read and written as PEM text, made at the first start and renewed before
 * they expire, requested and signed, and the kinds of TLS made of them: a server's, a client's, and
 * that of peers which both show who they are.
 *
 * <p>What was read is immutable. Files that cannot be read or do not fit together are never
 * replaced: whoever opens them gets a {@link dev.muster.pki.PkiException} that names the file and
 * the way out.
 */
@NullMarked
package dev.muster.pki;

import org.jspecify.annotations.NullMarked;
