/**
 * Admission webhooks: configurations name servers that are asked about writes, first those that may
 * change the object, then those that may only refuse it. Configurations are kept compiled and
 * follow the stored ones. A server that cannot be asked is what its failure policy says. Safe for
 * any thread.
 */
@NullMarked
package dev.muster.admission.webhook;

import org.jspecify.annotations.NullMarked;
