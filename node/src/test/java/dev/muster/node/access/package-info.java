@NullMarked
package dev.muster.node.access;

import org.jspecify.annotations.NullMarked;
