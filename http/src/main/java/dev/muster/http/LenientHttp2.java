package dev.muster.http;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.BufferUtil;

/** HTTP/2 that takes what Go takes: values of headers with spaces around them. */
final class LenientHttp2 extends HTTP2ServerConnectionFactory {
  LenientHttp2(HttpConfiguration configuration) {
    super(configuration);
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    Filler filler = new Filler(endPoint);
    EndPoint trimmed =
        (EndPoint)
            Proxy.newProxyInstance(
                EndPoint.class.getClassLoader(),
                new Class<?>[] {EndPoint.class},
                (self, method, arguments) -> {
                  if (method.getName().equals("fill")) {
                    return filler.fill((ByteBuffer) arguments[0]);
                  }
                  try {
                    return method.invoke(endPoint, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return super.newConnection(connector, trimmed);
  }

  /** Reads for one connection, by one thread at a time. */
  private static final class Filler {
    private static final int CHUNK = 8 * 1024;

    private final EndPoint endPoint;
    private final HeaderSpaces spaces = new HeaderSpaces();
    private ByteBuffer ready = BufferUtil.EMPTY_BUFFER;

    Filler(EndPoint endPoint) {
      this.endPoint = endPoint;
    }

    int fill(ByteBuffer to) throws IOException {
      ByteBuffer chunk = BufferUtil.EMPTY_BUFFER;
      while (!ready.hasRemaining()) {
        if (chunk.capacity() == 0) {
          chunk = BufferUtil.allocate(CHUNK);
        }
        BufferUtil.clear(chunk);
        int filled = endPoint.fill(chunk);
        if (filled == 0) {
          return 0;
        }
        ready =
            ByteBuffer.wrap(filled < 0 ? spaces.rest() : spaces.take(BufferUtil.toArray(chunk)));
        if (filled < 0 && !ready.hasRemaining()) {
          return filled;
        }
      }
      return BufferUtil.append(to, ready);
    }
  }
}
