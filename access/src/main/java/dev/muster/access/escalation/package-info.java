/**
 * The ways by which somebody can become more than he is: what each right allows beyond its words,
 * step after step. Pure; bounded by a count of work, and what was left out for it is said.
 *
 * <p>What a step needs is decided as a server does it, by the rules of roles and bindings and by
 * the checks on who writes them. What runs in a cluster is known only as far as an {@link
 * dev.muster.access.escalation.Inventory} tells it: a way through a pod that nobody has told of is
 * not looked for.
 */
@NullMarked
package dev.muster.access.escalation;

import org.jspecify.annotations.NullMarked;
