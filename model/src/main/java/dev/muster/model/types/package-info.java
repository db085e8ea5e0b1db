/**
 * What the API's types look like: fields, their Go-given emptiness rules, and how patches merge
 * them. Immutable after loading, safe for any thread.
 */
@NullMarked
package dev.muster.model.types;

import org.jspecify.annotations.NullMarked;
