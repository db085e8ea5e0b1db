@NullMarked
package dev.muster.apiserver.kubeconfig;

import org.jspecify.annotations.NullMarked;
