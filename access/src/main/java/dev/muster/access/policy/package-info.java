/**
 * Policies as documents: what people keep in files. They are taken as they are, nothing is added;
 * what looks like a slip of the pen is told.
 */
@NullMarked
package dev.muster.access.policy;

import org.jspecify.annotations.NullMarked;
