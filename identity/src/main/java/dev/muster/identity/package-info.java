/** Which uid, gid and groups a container process will have, and where each came from. */
@NullMarked
package dev.muster.identity;

import org.jspecify.annotations.NullMarked;
