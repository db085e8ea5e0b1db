@NullMarked
package dev.muster.controllers.replicas;

import org.jspecify.annotations.NullMarked;
