/**
 * A pod as schedulers and nodes read it: views on the API's tree, without behaviour of their own.
 *
 * <p>Immutable by convention: nobody changes a tree once it is wrapped.
 */
@NullMarked
package dev.muster.model.podspec;

import org.jspecify.annotations.NullMarked;
