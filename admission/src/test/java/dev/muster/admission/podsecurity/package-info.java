@NullMarked
package dev.muster.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
