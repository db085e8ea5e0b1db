/** Pod security policies and disruption budgets. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.policy;

import org.jspecify.annotations.NullMarked;
