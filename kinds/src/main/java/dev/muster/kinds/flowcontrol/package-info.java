/** Priority and fairness of requests. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
