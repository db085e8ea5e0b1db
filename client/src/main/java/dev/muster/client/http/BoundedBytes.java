package dev.muster.client.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Reads a body into memory, of no more than so many bytes: a longer one is an IOException. */
final class BoundedBytes implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private final long longest;
  private long left;
  private @Nullable Subscription body;

  BoundedBytes(long longest) {
    this.longest = longest;
    this.left = longest;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    body = subscription;
    bytes.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      left -= part.remaining();
    }
    if (left >= 0) {
      bytes.onNext(parts);
    } else if (body != null) {
      body.cancel();
      body = null;
      bytes.onError(new IOException("the answer is longer than " + longest + " bytes"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    bytes.onError(failure);
  }

  @Override
  public void onComplete() {
    bytes.onComplete();
  }
}
