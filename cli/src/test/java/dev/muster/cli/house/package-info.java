/** How the modules stand to each other: whom each may know, and what of it others see. */
@NullMarked
package dev.muster.cli.house;

import org.jspecify.annotations.NullMarked;
