/** ControllerRevisions: the templates that an object has had, and which one is its current. */
@NullMarked
package dev.muster.controllers.revisions;

import org.jspecify.annotations.NullMarked;
