@NullMarked
package dev.muster.kinds.policy;

import org.jspecify.annotations.NullMarked;
