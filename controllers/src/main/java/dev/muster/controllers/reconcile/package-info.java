/**
 * What every controller is made of: one verb, a queue of keys, the API as its own service account,
 * and what it has seen of the cluster. A reconciler is called by several threads, never by two for
 * one key; what it throws is tried again, later each time.
 */
@NullMarked
package dev.muster.controllers.reconcile;

import org.jspecify.annotations.NullMarked;
