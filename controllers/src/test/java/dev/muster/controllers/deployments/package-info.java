@NullMarked
package dev.muster.controllers.deployments;

import org.jspecify.annotations.NullMarked;
