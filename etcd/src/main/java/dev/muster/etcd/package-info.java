/**
 * The store in an etcd cluster, which any number of servers share.
 *
 * <p>{@link dev.muster.etcd.EtcdStore} keeps the contract of {@link dev.muster.store.Store}: all
 * that it reads comes from memory, which one watch of etcd feeds; all that it writes is one
 * transaction of etcd. Revisions are etcd's own.
 *
 * <p>Threading: everything public is thread-safe.
 *
 * <p>Failure: every call to etcd has a deadline. A read moves on to another member of the cluster
 * and tries again until then; a write is sent once, and its failure says whether it may have
 * happened. Connections and the watch come back by themselves.
 */
@NullMarked
package dev.muster.etcd;

import org.jspecify.annotations.NullMarked;
