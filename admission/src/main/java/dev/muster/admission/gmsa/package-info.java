/**
 * Group managed service accounts: a pod may only name a credential spec that its creator and its
 * service account may use. The rules are the same in the server's own admission and in the webhook
 * for other clusters; what differs is who answers questions about access. Safe for any thread.
 */
@NullMarked
package dev.muster.admission.gmsa;

import org.jspecify.annotations.NullMarked;
