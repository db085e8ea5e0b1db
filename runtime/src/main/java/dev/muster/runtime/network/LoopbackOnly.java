package dev.muster.runtime.network;

import java.util.List;

/** No pod network: a sandbox talks to itself. */
public final class LoopbackOnly implements PodNetwork {
  @Override
  public List<String> connect(Member member) {
    return List.of();
  }

  @Override
  public void disconnect(Member member) {}

  @Override
  public String problem() {
    return "";
  }
}
