/**
 * Changes that are sent as patches: JSON Patch, JSON merge patch and strategic merge patch, with
 * the real server's deviations and messages. Nothing here keeps state; the objects given are not
 * changed. A patch that cannot be applied throws {@link dev.muster.model.status.ApiException}.
 */
@NullMarked
package dev.muster.model.patch;

import org.jspecify.annotations.NullMarked;
