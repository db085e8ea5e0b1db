package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.etcd.api.Compare;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.PutRequest;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RequestOp;
import dev.muster.etcd.api.TxnRequest;
import dev.muster.etcd.api.TxnResponse;
import dev.muster.store.AutoCompaction;
import dev.muster.store.StoreException;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts etcd, one of the servers for all of them: whoever first raises the version of one key in
 * an interval may. That key and its value are kube-apiserver's, so that both may share a cluster.
 *
 * <p>History is kept for one interval at least: what is compacted is the revision at which the
 * interval before began.
 */
final class EtcdCompactor implements AutoCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdCompactor.class);
  private static final ByteString KEY = ByteString.copyFromUtf8("compact_rev_key");

  private final EtcdCalls calls;
  private final LongConsumer forget;
  private final Duration interval;
  private final Thread thread;

  /** The version of the key and the revision of the cluster when it was last written. */
  private long version;

  private long revision;

  /**
   * @param forget lets go of memory's history, on every server
   */
  EtcdCompactor(EtcdCalls calls, LongConsumer forget, Duration interval) {
    this.calls = calls;
    this.forget = forget;
    this.interval = interval;
    this.thread = Thread.ofVirtual().name("etcd-compactor").unstarted(this::run);
  }

  EtcdCompactor start() {
    if (!interval.isZero()) {
      thread.start();
    }
    return this;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(interval);
        try {
          step();
        } catch (StoreException e) {
          LOG.warn("compaction failed, trying again later: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }

  /** Once per interval. */
  void step() {
    long before = revision;
    TxnResponse answer = calls.commit(turn());
    if (answer.getSucceeded()) {
      version++;
      revision = answer.getHeader().getRevision();
      if (before > 0) {
        calls.compact(before);
      }
    } else {
      // another server was first, and does it; if the key is gone it begins anew
      version = 0;
      for (KeyValue pair : answer.getResponses(0).getResponseRange().getKvsList()) {
        version = pair.getVersion();
        revision = number(pair.getValue().toStringUtf8());
      }
    }
    if (before > 0) {
      forget.accept(before);
    }
  }

  private TxnRequest turn() {
    return TxnRequest.newBuilder()
        .addCompare(
            Compare.newBuilder()
                .setKey(KEY)
                .setTarget(Compare.CompareTarget.VERSION)
                .setResult(Compare.CompareResult.EQUAL)
                .setVersion(version))
        .addSuccess(
            RequestOp.newBuilder()
                .setRequestPut(
                    PutRequest.newBuilder()
                        .setKey(KEY)
                        .setValue(ByteString.copyFromUtf8(Long.toString(revision)))))
        .addFailure(RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(KEY)))
        .build();
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      LOG.warn("compact_rev_key is \"{}\", which is no revision", text);
      return 0;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
