/**
 * Parts that tests of several modules share. Nothing here knows another module, so that every
 * module's tests may use it; what starts a module's own server stays with that module's tests.
 */
@NullMarked
package dev.muster.testing;

import org.jspecify.annotations.NullMarked;
