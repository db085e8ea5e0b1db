@NullMarked
package dev.muster.client.kubeconfig;

import org.jspecify.annotations.NullMarked;
