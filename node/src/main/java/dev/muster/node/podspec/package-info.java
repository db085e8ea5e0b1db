/**
 * A pod as the node reads it: views on the API's tree, without behaviour of their own.
 *
 * <p>Immutable by convention: nobody changes a tree once it is wrapped.
 */
@NullMarked
package dev.muster.node.podspec;

import org.jspecify.annotations.NullMarked;
