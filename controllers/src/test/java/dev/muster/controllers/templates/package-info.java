@NullMarked
package dev.muster.controllers.templates;

import org.jspecify.annotations.NullMarked;
