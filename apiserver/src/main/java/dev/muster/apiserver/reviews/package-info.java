/**
 * Questions that clients ask of the server's access control: who am I, may I, may they, whose token
 * is this; and tokens for service accounts.
 *
 * <p>A review arrives decoded, in its namespace and with its field owners; the answer is an object
 * of the same kind. Nothing is stored. Everything here is thread-safe; a review that makes no sense
 * is refused with an {@link dev.muster.model.status.ApiException}, a denial is an answer.
 */
@NullMarked
package dev.muster.apiserver.reviews;

import org.jspecify.annotations.NullMarked;
