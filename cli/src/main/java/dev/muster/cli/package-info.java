/** The command line. One class per command; flags shared with kube-apiserver keep its spelling. */
@NullMarked
package dev.muster.cli;

import org.jspecify.annotations.NullMarked;
