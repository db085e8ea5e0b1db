@NullMarked
package dev.muster.apiserver.resourcemetrics;

import org.jspecify.annotations.NullMarked;
