@NullMarked
package dev.muster.api.admissionregistration;

import org.jspecify.annotations.NullMarked;
