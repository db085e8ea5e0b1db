@NullMarked
package dev.muster.apiserver;

import org.jspecify.annotations.NullMarked;
