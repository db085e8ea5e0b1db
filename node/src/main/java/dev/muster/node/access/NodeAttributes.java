package dev.muster.node.access;

import java.util.List;

/**
 * What a request to the node is, as the API server knows it: the verb of its method, on one of
 * several parts of the Node, any of which is enough.
 */
public record NodeAttributes(String verb, List<String> subresources) {

  /**
   * @param path the first part of the request's path, which also says who answers it
   */
  public static NodeAttributes of(String method, String path) {
    return switch (path) {
      case "pods", "runningpods" -> new NodeAttributes(verb(method), List.of("pods", "proxy"));
      case "healthz" -> new NodeAttributes(verb(method), List.of("healthz", "proxy"));
      case "configz" -> new NodeAttributes(verb(method), List.of("configz", "proxy"));
      case "stats" -> new NodeAttributes(verb(method), List.of("stats"));
      case "metrics" -> new NodeAttributes(verb(method), List.of("metrics"));
      case "logs" -> new NodeAttributes(verb(method), List.of("log"));
      case "checkpoint" -> new NodeAttributes(verb(method), List.of("checkpoint"));
      case "statusz" -> new NodeAttributes(verb(method), List.of("statusz"));
      case "flagz" -> new NodeAttributes(verb(method), List.of("configz"));
      // a WebSocket comes by GET, and a right to read is none to act
      case "exec", "attach", "portForward", "run" -> new NodeAttributes("create", List.of("proxy"));
      default -> new NodeAttributes(verb(method), List.of("proxy"));
    };
  }

  private static String verb(String method) {
    return switch (method) {
      case "POST" -> "create";
      case "GET" -> "get";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> "";
    };
  }
}
