@NullMarked
package dev.muster.admission.psp;

import org.jspecify.annotations.NullMarked;
