@NullMarked
package dev.muster.admission.node;

import org.jspecify.annotations.NullMarked;
