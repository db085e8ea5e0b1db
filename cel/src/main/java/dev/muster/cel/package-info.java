/**
 * Expressions in CEL, as Kubernetes has it: its variables, its library of functions, its limits of
 * cost and its words for what goes wrong. Compiled expressions are immutable and safe for any
 * thread; an evaluation belongs to one thread. A fault in an expression is a value, never an
 * exception. Nothing here is loaded before the first expression is compiled.
 */
@NullMarked
package dev.muster.cel;

import org.jspecify.annotations.NullMarked;
