@NullMarked
package dev.muster.apiserver.visibility;

import org.jspecify.annotations.NullMarked;
