/** What is known about a question, and by whom. Immutable. */
@NullMarked
package dev.muster.access.answer;

import org.jspecify.annotations.NullMarked;
