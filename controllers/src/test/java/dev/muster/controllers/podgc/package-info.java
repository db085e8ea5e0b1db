/** Pods that are collected. */
@NullMarked
package dev.muster.controllers.podgc;

import org.jspecify.annotations.NullMarked;
