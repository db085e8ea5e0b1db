/**
 * Attribute-based access control: a file with one policy object per line.
 *
 * <p>{@link dev.muster.authz.abac.AbacPolicy} is immutable; {@link
 * dev.muster.authz.abac.AbacAuthorizer} holds the current one and can be handed another at any
 * time. A file with a bad line is refused whole, and every bad line is named.
 */
@NullMarked
package dev.muster.authz.abac;

import org.jspecify.annotations.NullMarked;
