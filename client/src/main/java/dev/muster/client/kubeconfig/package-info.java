/**
 * Kubeconfig files, read: where another server is, whom to trust there, and who to be; and
 * connections to such a server.
 *
 * <p>A file is read once, wholly and within bounds; everything that is wrong with it is said at
 * once, with the file and the field. What was read is immutable; secrets in it are never printed.
 */
@NullMarked
package dev.muster.client.kubeconfig;

import org.jspecify.annotations.NullMarked;
