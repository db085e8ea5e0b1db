package dev.muster.runtime.oci;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.cri.v1.WindowsContainerSecurityContext;
import dev.muster.cri.v1.WindowsCpuGroupAffinity;
import dev.muster.runtime.refusal.Refused;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The whole specification of a Windows container. There is no {@code root}: a Windows runtime
 * mounts the layers and knows the volume only then.
 */
public final class WindowsSpec {
  static final String LAYERS = "C:\\ProgramData\\muster\\layers\\";
  static final String CONTAINERS = "C:\\ProgramData\\muster\\containers\\";

  /** By which a Windows runtime knows a container that is a job on the node itself. */
  static final String HOST_PROCESS = "microsoft.com/hostprocess-container";

  /** Where the files of a container that is a job on the node are. */
  private static final String HOST_DIRECTORY = "C:\\hpc";

  private static final Pattern ABSOLUTE = Pattern.compile("(?s)[A-Za-z]:[\\\\/].*|\\\\\\\\.*");

  private WindowsSpec() {}

  /** The request has passed {@link WindowsRequest}. */
  public static ObjectNode of(WindowsPlan plan) throws Refused {
    ContainerConfig config = plan.config();
    WindowsContainerSecurityContext context = config.getWindows().getSecurityContext();
    ObjectNode spec = LinuxSpec.JSON.createObjectNode().put("ociVersion", version(config));
    spec.set("process", process(plan));
    if (!plan.hostname().isEmpty()) {
      spec.put("hostname", plan.hostname());
    }
    ArrayNode mounts = spec.putArray("mounts");
    for (Mount each : config.getMountsList()) {
      mount(mounts.addObject(), each);
    }
    ObjectNode annotations = spec.putObject("annotations");
    new TreeMap<>(plan.annotations()).forEach(annotations::put);
    if (context.getHostProcess()) {
      annotations.put(HOST_PROCESS, "true");
    }
    ObjectNode windows = spec.putObject("windows");
    ArrayNode layers = windows.putArray("layerFolders");
    plan.layers().reversed().forEach(digest -> layers.add(LAYERS + digest.replace(':', '-')));
    layers.add(CONTAINERS + plan.id() + "\\scratch");
    ObjectNode resources = resources(config.getWindows().getResources());
    if (!resources.isEmpty()) {
      windows.set("resources", resources);
    }
    if (!context.getCredentialSpec().isEmpty()) {
      windows.set("credentialSpec", credentials(context.getCredentialSpec()));
    }
    return spec;
  }

  /** The oldest version of the specification that has all fields. */
  private static String version(ContainerConfig config) {
    return config.getWindows().getResources().getAffinityCpusCount() > 0 ? "1.2.1" : "1.1.0";
  }

  private static JsonNode credentials(String text) throws Refused {
    try {
      return LinuxSpec.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw Refused.invalid("windows.security_context.credential_spec: is not valid JSON");
    }
  }

  private static ObjectNode process(WindowsPlan plan) throws Refused {
    ContainerConfig config = plan.config();
    ObjectNode process = LinuxSpec.JSON.createObjectNode();
    process.put("terminal", config.getTty());
    String asked = config.getWindows().getSecurityContext().getRunAsUsername();
    String user = asked.isEmpty() ? plan.image().user() : asked;
    if (!user.isEmpty()) {
      process.putObject("user").put("username", user);
    }
    ArrayNode arguments = process.putArray("args");
    ProcessSpec.arguments(config, plan.image()).forEach(arguments::add);
    ArrayNode environment = process.putArray("env");
    environment(plan).values().forEach(environment::add);
    String directory =
        config.getWorkingDir().isEmpty() ? plan.image().workingDir() : config.getWorkingDir();
    String usual =
        config.getWindows().getSecurityContext().getHostProcess() ? HOST_DIRECTORY : "C:\\";
    process.put("cwd", directory.isEmpty() ? usual : path("working_dir", directory));
    return process;
  }

  /** By name in upper case: to Windows, Path and PATH are the same variable. */
  private static Map<String, String> environment(WindowsPlan plan) throws Refused {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String each : plan.image().env()) {
      environment.put(each.split("=", 2)[0].toUpperCase(Locale.ROOT), each);
    }
    for (KeyValue each : plan.config().getEnvsList()) {
      environment.put(
          each.getKey().toUpperCase(Locale.ROOT), each.getKey() + "=" + ProcessSpec.value(each));
    }
    return environment;
  }

  private static void mount(ObjectNode out, Mount mount) throws Refused {
    if (!mount.getImage().getImage().isEmpty()) {
      throw Refused.invalid("mounts.image: not for Windows containers");
    }
    out.put("destination", path("mounts.container_path", mount.getContainerPath()));
    out.put("source", path("mounts.host_path", mount.getHostPath()));
    out.putArray("options").add(mount.getReadonly() ? "ro" : "rw");
  }

  private static ObjectNode resources(WindowsContainerResources asked) {
    ObjectNode resources = LinuxSpec.JSON.createObjectNode();
    if (asked.getMemoryLimitInBytes() > 0) {
      resources.putObject("memory").put("limit", asked.getMemoryLimitInBytes());
    }
    ObjectNode cpu = LinuxSpec.JSON.createObjectNode();
    positive(cpu, "count", asked.getCpuCount());
    positive(cpu, "shares", asked.getCpuShares());
    positive(cpu, "maximum", asked.getCpuMaximum());
    if (asked.getAffinityCpusCount() > 0) {
      ArrayNode affinity = cpu.putArray("affinity");
      for (WindowsCpuGroupAffinity each : asked.getAffinityCpusList()) {
        affinity
            .addObject()
            .put("mask", new BigInteger(Long.toUnsignedString(each.getCpuMask())))
            .put("group", Integer.toUnsignedLong(each.getCpuGroup()));
      }
    }
    if (!cpu.isEmpty()) {
      resources.set("cpu", cpu);
    }
    if (asked.getRootfsSizeInBytes() > 0) {
      resources.putObject("storage").put("sandboxSize", asked.getRootfsSizeInBytes());
    }
    return resources;
  }

  private static void positive(ObjectNode out, String name, long value) {
    if (value > 0) {
      out.put(name, value);
    }
  }

  /** An absolute path as Windows writes it; one without a drive is on C. */
  private static String path(String field, String given) throws Refused {
    boolean rooted = given.startsWith("/") || given.startsWith("\\");
    if (given.indexOf('\0') >= 0 || !rooted && !ABSOLUTE.matcher(given).matches()) {
      throw Refused.invalid(field + ": \"" + given + "\" is not an absolute path");
    }
    String path = given.replace('/', '\\');
    return ABSOLUTE.matcher(path).matches() ? path : "C:" + path;
  }
}
