/** Who may run as which account: the GMSA proposal's threats, one by one. */
@NullMarked
package dev.muster.admission.gmsa;

import org.jspecify.annotations.NullMarked;
