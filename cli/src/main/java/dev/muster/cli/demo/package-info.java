/**
 * {@code muster demo}: a throw-away cluster on which the stories of the five documents are played,
 * each step with what was asked, what happened and why. A step whose outcome is not the right one
 * fails the whole demonstration, so it is a test as well.
 */
@NullMarked
package dev.muster.cli.demo;

import org.jspecify.annotations.NullMarked;
