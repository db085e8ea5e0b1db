/**
 * Objects of all kinds in the store: how they are created, changed, deleted, listed and watched.
 * Thread-safe.
 */
@NullMarked
package dev.muster.apiserver.registry;

import org.jspecify.annotations.NullMarked;
