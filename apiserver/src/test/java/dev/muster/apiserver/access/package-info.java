/** Questions about access, mostly of running servers. */
@NullMarked
package dev.muster.apiserver.access;

import org.jspecify.annotations.NullMarked;
