/**
 * Keys and values at revisions: compare-and-set, consistent snapshots, watches, compaction.
 *
 * <p>{@link dev.muster.store.Store} is the contract; {@link dev.muster.store.EmbeddedStore} keeps
 * it inside one process, on SQLite or in memory only. The store knows nothing about what a value
 * means: a {@link dev.muster.store.Draft} brings bytes for the disk and a value for memory.
 *
 * <p>Threading: everything public is thread-safe unless it says otherwise. Reads are one volatile
 * read of an immutable tree. One thread decides and commits all writes; whatever queued up while a
 * commit ran shares the next one.
 *
 * <p>Failure: a {@link dev.muster.store.StoreException} and its subtypes. A write that failed
 * changed nothing, in memory or on disk, unless the message says that its fate is unknown. Reads
 * never fail because of the disk.
 */
@NullMarked
package dev.muster.store;

import org.jspecify.annotations.NullMarked;
