/** The fabric8 client, unmodified, against a whole server in this process; and its model. */
@NullMarked
package dev.muster.apiserver.fabric8;

import org.jspecify.annotations.NullMarked;
