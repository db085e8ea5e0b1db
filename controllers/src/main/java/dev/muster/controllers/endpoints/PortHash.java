package dev.muster.controllers.endpoints;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * The order in which Kubernetes writes several ports of one address: by a hash (FNV-1a of 128 bits)
 * of how Go prints them.
 */
final class PortHash {
  private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(88).add(BigInteger.valueOf(315));
  private static final BigInteger OFFSET = new BigInteger("6c62272e07bb014262b821756295c58d", 16);
  private static final BigInteger MASK = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);

  static final Comparator<EndpointPort> OF_SLICES = Comparator.comparing(port -> of(inSlice(port)));
  static final Comparator<EndpointPort> OF_ENDPOINTS =
      Comparator.comparing(port -> of(inEndpoints(port)));

  private PortHash() {}

  static BigInteger of(String text) {
    BigInteger hash = OFFSET;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = hash.xor(BigInteger.valueOf(each & 0xff)).multiply(PRIME).and(MASK);
    }
    return hash;
  }

  private static String inSlice(EndpointPort port) {
    return "(v1.EndpointPort){Name:(*string)%s Protocol:(*v1.Protocol)%s Port:(*int32)%d AppProtocol:(*string)%s}"
        .formatted(port.name(), port.protocol(), port.number(), appProtocol(port));
  }

  private static String inEndpoints(EndpointPort port) {
    return "(v1.EndpointPort){Name:(string)%s Port:(int32)%d Protocol:(v1.Protocol)%s AppProtocol:(*string)%s}"
        .formatted(port.name(), port.number(), port.protocol(), appProtocol(port));
  }

  private static String appProtocol(EndpointPort port) {
    return port.appProtocol().orElse("<nil>");
  }
}
