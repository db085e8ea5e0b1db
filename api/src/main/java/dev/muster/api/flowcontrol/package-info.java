/** Priority and fairness of requests. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.flowcontrol;

import org.jspecify.annotations.NullMarked;
