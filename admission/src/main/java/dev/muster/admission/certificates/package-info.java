/** Who may approve and sign certificates, and for whom none are asked for. */
@NullMarked
package dev.muster.admission.certificates;

import org.jspecify.annotations.NullMarked;
