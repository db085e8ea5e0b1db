@NullMarked
package dev.muster.access.answer;

import org.jspecify.annotations.NullMarked;
