/** ReplicaSets and ReplicationControllers: as many pods of a template as they ask for. */
@NullMarked
package dev.muster.controllers.replicas;

import org.jspecify.annotations.NullMarked;
