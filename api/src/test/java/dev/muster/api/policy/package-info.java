@NullMarked
package dev.muster.api.policy;

import org.jspecify.annotations.NullMarked;
