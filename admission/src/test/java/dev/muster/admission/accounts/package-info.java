@NullMarked
package dev.muster.admission.accounts;

import org.jspecify.annotations.NullMarked;
