/**
 * Who owns which field: the sets of fields that {@code metadata.managedFields} records, what a
 * write does to them, and server-side apply, which merges by them. Everything here works on
 * canonical trees of the version of the request. Field sets and shapes are immutable and safe for
 * any thread; an apply that cannot be done throws {@link dev.muster.model.status.ApiException}.
 */
@NullMarked
package dev.muster.model.apply;

import org.jspecify.annotations.NullMarked;
