package dev.muster.apiserver.flow.fair;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Deals each flow some of a level's queues, as if from a shuffled deck, so that two flows seldom
 * have all of them in common. By the same hash and the same rule as Kubernetes: which queues a flow
 * has is the same on each server.
 */
public final class ShuffleSharding {
  private ShuffleSharding() {}

  /** The queues of a flow, all different: numbers from 0 up to the size of the deck. */
  public static int[] hand(String schema, String distinguisher, QueueSettings settings) {
    return deal(hash(schema, distinguisher), settings.queues(), settings.handSize());
  }

  static int[] deal(long hash, int deck, int size) {
    int[] hand = new int[size];
    long rest = hash;
    for (int i = 0; i < size; i++) {
      hand[i] = (int) Long.remainderUnsigned(rest, deck - i);
      rest = Long.divideUnsigned(rest, deck - i);
    }
    // so far each is a place among the cards that were left: make it a card
    for (int i = size - 1; i >= 0; i--) {
      for (int before = i - 1; before >= 0; before--) {
        if (hand[i] >= hand[before]) {
          hand[i]++;
        }
      }
    }
    return hand;
  }

  static long hash(String schema, String distinguisher) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(schema.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      byte[] sum = digest.digest(distinguisher.getBytes(StandardCharsets.UTF_8));
      long first = 0;
      for (int i = 7; i >= 0; i--) {
        first = first << 8 | sum[i] & 0xff;
      }
      return first;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
