package dev.muster.cri;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.muster.cri.v1.Runtime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The generated contract has every service, message, field and number of the wire, and no others.
 */
class ContractTest {
  @Test
  void everyNumberIsThatOfTheWire() throws IOException {
    Set<String> ours = new TreeSet<>();
    Map<String, FileDescriptor> files = new LinkedHashMap<>();
    collect(Runtime.getDescriptor(), files);
    for (FileDescriptor file : files.values()) {
      assertThat(file.getPackage()).isEqualTo("runtime.v1");
      file.getServices().forEach(service -> add(ours, service));
      file.getMessageTypes().forEach(message -> add(ours, message));
      file.getEnumTypes().forEach(type -> add(ours, type, type.getName()));
    }
    assertThat(ours).containsExactlyElementsOf(wire());
  }

  private static void collect(FileDescriptor file, Map<String, FileDescriptor> files) {
    if (files.putIfAbsent(file.getName(), file) == null) {
      file.getDependencies().forEach(next -> collect(next, files));
    }
  }

  private static void add(Set<String> lines, ServiceDescriptor service) {
    service
        .getMethods()
        .forEach(
            method ->
                lines.add(
                    service.getName()
                        + " "
                        + method.getName()
                        + ": "
                        + method.getInputType().getName()
                        + " -> "
                        + (method.isServerStreaming() ? "stream " : "")
                        + method.getOutputType().getName()));
  }

  private static void add(Set<String> lines, Descriptor message) {
    lines.add(message.getName());
    message
        .getEnumTypes()
        .forEach(type -> add(lines, type, message.getName() + " " + type.getName()));
    message
        .getFields()
        .forEach(
            field ->
                lines.add(
                    message.getName()
                        + " "
                        + field.getNumber()
                        + " "
                        + field.getName()
                        + ": "
                        + type(field)));
  }

  private static void add(Set<String> lines, EnumDescriptor type, String name) {
    lines.add(name);
    type.getValues()
        .forEach(value -> lines.add(name + " " + value.getNumber() + " " + value.getName()));
  }

  private static String type(FieldDescriptor field) {
    if (field.isMapField()) {
      return "map<string, string>";
    }
    String name =
        switch (field.getJavaType()) {
          case MESSAGE -> field.getMessageType().getName();
          case ENUM -> field.getEnumType().getName();
          case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTE_STRING ->
              field.getType().name().toLowerCase(java.util.Locale.ROOT);
        };
    return (field.isRepeated() ? "repeated " : "") + name;
  }

  private static Set<String> wire() throws IOException {
    Set<String> lines = new TreeSet<>();
    String text;
    try (InputStream in =
        Objects.requireNonNull(ContractTest.class.getResourceAsStream("wire.txt"))) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String top = "";
    String nested = "";
    for (String line : text.lines().toList()) {
      String rest = line.strip();
      if (line.startsWith("#") || rest.isEmpty()) {
        continue;
      }
      if (line.startsWith("service ")) {
        top = rest.substring("service ".length());
      } else if (line.startsWith("message ") || line.startsWith("enum ")) {
        top = rest.substring(rest.indexOf(' ') + 1);
        lines.add(top);
      } else if (line.startsWith("  enum ")) {
        nested = top + " " + rest.substring("enum ".length());
        lines.add(nested);
      } else {
        lines.add((line.startsWith("    ") ? nested : top) + " " + rest);
      }
    }
    return lines;
  }
}
