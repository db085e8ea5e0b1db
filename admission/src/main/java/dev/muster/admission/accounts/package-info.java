/**
 * Service accounts for pods: which one a pod runs as, the token that comes with it, and which
 * secrets it may use. Stateless and safe for any thread.
 */
@NullMarked
package dev.muster.admission.accounts;

import org.jspecify.annotations.NullMarked;
