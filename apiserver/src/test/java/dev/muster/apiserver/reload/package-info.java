@NullMarked
package dev.muster.apiserver.reload;

import org.jspecify.annotations.NullMarked;
