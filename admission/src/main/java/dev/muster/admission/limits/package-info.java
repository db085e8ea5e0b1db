/**
 * What a namespace's LimitRanges say: amounts for containers that ask for none, and the least and
 * the most that pods, containers and volume claims may ask for. Functions and one plugin without
 * state, safe for any thread; refuses by {@code ApiException}.
 */
@NullMarked
package dev.muster.admission.limits;

import org.jspecify.annotations.NullMarked;
