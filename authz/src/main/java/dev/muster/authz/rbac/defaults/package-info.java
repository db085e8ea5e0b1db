/**
 * The roles and bindings a cluster starts with, and how they are brought back at every start.
 *
 * <p>Pure data and pure functions: the caller reads what is stored, asks {@link
 * dev.muster.authz.rbac.defaults.Reconciliation} and writes what it answers.
 */
@NullMarked
package dev.muster.authz.rbac.defaults;

import org.jspecify.annotations.NullMarked;
