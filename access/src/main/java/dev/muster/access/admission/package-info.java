/**
 * What an attempted write shows of admission: who refused it, and what became of the object. Pure
 * functions of what was sent and what came back.
 */
@NullMarked
package dev.muster.access.admission;

import org.jspecify.annotations.NullMarked;
