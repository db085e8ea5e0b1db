@NullMarked
package dev.muster.apiserver.nodes;

import org.jspecify.annotations.NullMarked;
