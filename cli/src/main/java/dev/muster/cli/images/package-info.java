/**
 * Where the images are that commands look into: unless told otherwise, those of the cluster that
 * runs on this machine.
 */
@NullMarked
package dev.muster.cli.images;

import org.jspecify.annotations.NullMarked;
