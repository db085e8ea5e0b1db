/**
 * Why a policy allows or refuses a request, and who may make it.
 *
 * <p>Answers are about one {@link dev.muster.authz.rbac.RbacSnapshot} and never differ from what
 * that snapshot decides. They look at the whole policy and are meant for people, not for the path
 * of requests; who may see them is the caller's affair.
 */
@NullMarked
package dev.muster.authz.rbac.explain;

import org.jspecify.annotations.NullMarked;
