/**
 * The rules for group managed service accounts as an admission webhook for an existing cluster. The
 * cluster is asked for credential specs and, by SubjectAccessReview, who may use them. Certificates
 * are made and renewed here, shown to new connections without a restart, and written into the
 * webhook configurations. What cannot be decided is refused.
 */
@NullMarked
package dev.muster.webhook;

import org.jspecify.annotations.NullMarked;
