@NullMarked
package dev.muster.access.audited;

import org.jspecify.annotations.NullMarked;
