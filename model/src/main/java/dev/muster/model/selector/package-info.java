/**
 * Label and field selectors: parsed once with the real server's messages, matched often. Immutable,
 * safe for any thread; a text that is no selector ends the request with a bad-request Status.
 */
@NullMarked
package dev.muster.model.selector;

import org.jspecify.annotations.NullMarked;
