/**
 * Pods that nobody will end or clear away: those of nodes that are gone, and too many ended ones.
 */
@NullMarked
package dev.muster.controllers.podgc;

import org.jspecify.annotations.NullMarked;
