/**
 * What was decided about requests, as it happens: the last thousand decisions, for those who may
 * see them.
 *
 * <p>Any thread notes a decision and none waits for it: who reads too slowly misses some, and is
 * told how many.
 */
@NullMarked
package dev.muster.apiserver.decisions;

import org.jspecify.annotations.NullMarked;
