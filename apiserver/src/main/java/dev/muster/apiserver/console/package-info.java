/**
 * The page at {@code /console/}: its files, and signing in to it with a link.
 *
 * <p>Files are for everybody who can connect: there is nothing in them but the page, and a browser
 * that goes to an address sends no token. What the page shows, it asks the API for, as whoever is
 * signed in. All is thread-safe.
 */
@NullMarked
package dev.muster.apiserver.console;

import org.jspecify.annotations.NullMarked;
