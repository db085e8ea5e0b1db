/**
 * Objects as controllers see them: read-only, never failing on what is absent, free of what any one
 * controller makes of them. Thread-safe as long as nobody changes the trees.
 */
@NullMarked
package dev.muster.controllers.observed;

import org.jspecify.annotations.NullMarked;
