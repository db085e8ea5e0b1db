/**
 * What FlowSchemas and PriorityLevelConfigurations say, made ready to be asked for each request:
 * which schema takes it, and how many seats the levels have.
 *
 * <p>{@link dev.muster.apiserver.flow.config.SchemasInForce} is an immutable snapshot, read once
 * for a request. Levels outlive it: a request ends in the level that it began in, whatever became
 * of that one's configuration.
 */
@NullMarked
package dev.muster.apiserver.flow.config;

import org.jspecify.annotations.NullMarked;
