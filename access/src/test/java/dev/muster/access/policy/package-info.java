@NullMarked
package dev.muster.access.policy;

import org.jspecify.annotations.NullMarked;
