@NullMarked
package dev.muster.api.apps;

import org.jspecify.annotations.NullMarked;
