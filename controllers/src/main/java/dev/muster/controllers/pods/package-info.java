/** Pods as controllers see them, and how they make and delete them. */
@NullMarked
package dev.muster.controllers.pods;

import org.jspecify.annotations.NullMarked;
