package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Await;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium, without a window. */
final class Browser implements AutoCloseable {
  private final ChromeDriver driver;

  Browser() {
    this(Map.of(), Map.of());
  }

  /**
   * That of somebody with a home of their own, who shows the client certificate from there to a
   * server without being asked which.
   */
  static Browser at(Path home, String server) {
    return new Browser(
        Map.of("HOME", home.toString()),
        Map.of(
            "profile.managed_auto_select_certificate_for_urls",
            List.of("{\"pattern\":\"" + server + "\",\"filter\":{}}")));
  }

  private Browser(Map<String, String> environment, Map<String, Object> preferences) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options =
        new ChromeOptions()
            .setBinary("/usr/bin/chromium")
            .addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--lang=en",
                "--window-size=1200,1000");
    options.setAcceptInsecureCerts(true);
    options.setCapability("goog:loggingPrefs", logs);
    options.setExperimentalOption("prefs", preferences);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
            .usingAnyFreePort()
            .withEnvironment(environment)
            .build();
    driver = new ChromeDriver(service, options);
  }

  /**
   * Loads an address of the console, from nothing. Chromium drops what it loads when an interface
   * of the machine comes or goes, as those of pods do: then once more.
   */
  void open(String address) {
    for (int times = 0; times < 5; times++) {
      leave();
      driver.get(address);
      if (count("main") > 0) {
        return;
      }
    }
  }

  /** Shows nothing any more. */
  void leave() {
    driver.get("about:blank");
  }

  /** Goes to another screen of the page that is open. */
  void go(String hash) {
    script("location.hash = arguments[0]", hash);
  }

  void reload() {
    driver.navigate().refresh();
  }

  String address() {
    return Objects.toString(driver.getCurrentUrl());
  }

  /** All text that can be seen. */
  String text() {
    return text("body");
  }

  String text(String css) {
    return Await.until(css, () -> texts(css), found -> !found.isEmpty()).getFirst();
  }

  private List<String> texts(String css) {
    try {
      return driver.findElements(By.cssSelector(css)).stream().map(WebElement::getText).toList();
    } catch (StaleElementReferenceException e) {
      return List.of(); // drawn anew meanwhile
    }
  }

  int count(String css) {
    return driver.findElements(By.cssSelector(css)).size();
  }

  /** Waits for a text to be seen. */
  void see(String... texts) {
    for (String text : texts) {
      try {
        Await.until(text, this::text, seen -> seen.contains(text));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("not seen: " + text + "\n" + text() + "\n" + problems(), e);
      }
    }
  }

  void click(String css) {
    driver.findElement(By.cssSelector(css)).click();
  }

  /** Types into whatever has the focus. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Types into a field, instead of what is there. */
  void fill(String css, String text) {
    WebElement field = driver.findElement(By.cssSelector(css));
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE, text);
  }

  /** Takes an entry of a list by its value. */
  void choose(String css, String value) {
    driver.findElement(By.cssSelector(css + " option[value='" + value + "']")).click();
  }

  /** The id of whatever has the focus. */
  String focused() {
    return Objects.toString(driver.switchTo().activeElement().getDomProperty("id"));
  }

  @Nullable Object script(String code, Object... arguments) {
    return driver.executeScript(code, arguments);
  }

  /** What an expression's promise comes to. */
  Object promised(String expression) {
    return Objects.requireNonNull(
        driver.executeAsyncScript(
            "const done = arguments[0]; (" + expression + ").then(done, (e) => done('' + e))"));
  }

  /**
   * Milliseconds from running code to the picture in which something is seen that was not there.
   *
   * @param argument of the code
   * @param seen a selector; empty for the next picture, whatever is in it
   */
  double millisUntil(String code, String argument, String seen) {
    Object millis =
        driver.executeAsyncScript(
            """
            const [argument, seen, done] = arguments;
            const before = new Set(seen === '' ? [] : document.querySelectorAll(seen));
            const start = performance.now();
            const look = () => {
              if (seen === '' || [...document.querySelectorAll(seen)].some((each) => !before.has(each))) {
                requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
              } else {
                requestAnimationFrame(look);
              }
            };
            (function () { CODE; })(argument);
            setTimeout(look);
            """
                .replace("CODE", code),
            argument,
            seen);
    return ((Number) Objects.requireNonNull(millis)).doubleValue();
  }

  /** From now on what is copied can be read; a person is asked for that. */
  void allowClipboard() {
    driver.executeCdpCommand(
        "Browser.grantPermissions",
        Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
  }

  /** What was copied last. */
  String clipboard() {
    return promised("navigator.clipboard.readText()").toString();
  }

  /** How large the page is, without the window around it. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** As a system that is set to it has it. */
  void dark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** A picture of what is shown, as small as it gets. */
  void shot(Path into) {
    try {
      BufferedImage taken =
          ImageIO.read(new ByteArrayInputStream(driver.getScreenshotAs(OutputType.BYTES)));
      BufferedImage opaque =
          new BufferedImage(taken.getWidth(), taken.getHeight(), BufferedImage.TYPE_INT_RGB);
      opaque.createGraphics().drawImage(taken, 0, 0, null);
      ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
      ImageWriteParam most = writer.getDefaultWriteParam();
      most.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      most.setCompressionQuality(0);
      Files.deleteIfExists(into);
      try (ImageOutputStream out = ImageIO.createImageOutputStream(into.toFile())) {
        writer.setOutput(out);
        writer.write(null, new IIOImage(opaque, null, null), most);
      } finally {
        writer.dispose();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What the page complained about since the last time, what its policy forbids among it; answers
   * that are no success are not told here.
   */
  List<String> problems() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getMessage())
        .filter(message -> !message.contains("Failed to load resource"))
        .toList();
  }

  /** That axe finds nothing that keeps somebody from using what is shown. */
  void isAccessible(String what) {
    if (script("return typeof axe") instanceof String type && type.equals("undefined")) {
      script(axe());
    }
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[0];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})
              .then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html + ' ' + n.failureSummary).join('\\n'))),
                    (e) => done(['' + e]));
            """);
    assertThat((List<?>) found).as("axe on " + what).isEmpty();
  }

  private static String axe() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
