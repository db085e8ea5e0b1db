/**
 * Keys and certificates: made at the first start, kept in the data directory, renewed before they
 * expire, and turned into the TLS settings of the server.
 *
 * <p>Files that cannot be read or do not fit together are never replaced: opening fails with a
 * {@link dev.muster.client.tls.PkiException} that names the file and the way out.
 */
@NullMarked
package dev.muster.apiserver.tls;

import org.jspecify.annotations.NullMarked;
