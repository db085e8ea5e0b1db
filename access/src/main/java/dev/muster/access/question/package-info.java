/** What people ask, and which request of a server that is. Immutable; knows no policy. */
@NullMarked
package dev.muster.access.question;

import org.jspecify.annotations.NullMarked;
