/**
 * The web page that answers "may alice do this, and why not?", as files that a server hands out.
 * What it shows it asks the API for, with the rights of whoever looks at it: it has none of its
 * own.
 */
@NullMarked
package dev.muster.console;

import org.jspecify.annotations.NullMarked;
