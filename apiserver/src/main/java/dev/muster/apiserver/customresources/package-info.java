/**
 * Serves what definitions define: follows CustomResourceDefinitions in the store, settles their
 * names and conditions, makes their kinds known, calls conversion webhooks, and removes the objects
 * of definitions that go. A write of a definition is answered once its effect is there; what fails
 * is tried again in the background.
 */
@NullMarked
package dev.muster.apiserver.customresources;

import org.jspecify.annotations.NullMarked;
