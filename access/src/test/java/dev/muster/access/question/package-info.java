@NullMarked
package dev.muster.access.question;

import org.jspecify.annotations.NullMarked;
