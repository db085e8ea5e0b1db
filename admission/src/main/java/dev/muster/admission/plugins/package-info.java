/** The built-in plugins, one file each, under the names Kubernetes gives them. */
@NullMarked
package dev.muster.admission.plugins;

import org.jspecify.annotations.NullMarked;
