package dev.muster.cli.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of all modules but their tests, read once for all tests that look at them. */
public final class MainClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.muster");

  private MainClasses() {}

  public static JavaClasses all() {
    return ALL;
  }
}
