@NullMarked
package dev.muster.access.escalation;

import org.jspecify.annotations.NullMarked;
