/**
 * The Pod Security Standards: what pods of a namespace may ask of their host, as the namespace's
 * labels say. {@link dev.muster.admission.podsecurity.Standards} knows the checks of each level and
 * version; {@link dev.muster.admission.podsecurity.PodSecurityPlugin} applies them to pods, and
 * warns about templates and about pods that a new label would refuse.
 *
 * <p>Everything is immutable and safe for any thread. A violation is a value; only the plugin turns
 * it into an exception.
 */
@NullMarked
package dev.muster.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
