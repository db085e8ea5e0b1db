@NullMarked
package dev.muster.access.tree;

import org.jspecify.annotations.NullMarked;
