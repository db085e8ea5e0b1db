/**
 * Which requests a policy or webhook is about: resource rules, selectors and match conditions.
 * Compiled once; immutable and safe for any thread.
 */
@NullMarked
package dev.muster.admission.matching;

import org.jspecify.annotations.NullMarked;
