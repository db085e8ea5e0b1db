/**
 * Layers of images: tar streams unpacked into directories that an overlay file system can stack.
 *
 * <p>A layer is hostile. Headers are bounded, and every file is reached from the layer's own
 * directory one component at a time without following links, so that nothing outside is read,
 * written, linked to or changed. {@link dev.muster.runtime.layers.LayerException} says what a layer
 * did wrong. Objects here belong to one thread.
 */
@NullMarked
package dev.muster.runtime.layers;

import org.jspecify.annotations.NullMarked;
