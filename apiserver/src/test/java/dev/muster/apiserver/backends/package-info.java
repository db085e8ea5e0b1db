@NullMarked
package dev.muster.apiserver.backends;

import org.jspecify.annotations.NullMarked;
