@NullMarked
package dev.muster.kinds.admissionregistration;

import org.jspecify.annotations.NullMarked;
