/**
 * The API described for programs: OpenAPI documents made from the types and kinds, and from the
 * descriptions table. Documents are built when first asked for and kept; safe for any thread.
 */
@NullMarked
package dev.muster.kinds.openapi;

import org.jspecify.annotations.NullMarked;
