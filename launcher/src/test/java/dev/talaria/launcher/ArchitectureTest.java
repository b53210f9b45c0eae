package dev.talaria.launcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.talaria.launcher");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.talaria.launcher.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void noClassOfABundleIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.talaria.api..",
            "dev.talaria.admin..",
            "dev.talaria.registry..",
            "dev.talaria.config..",
            "dev.talaria.deploy..",
            "dev.talaria.ops..",
            "dev.talaria.mcp..")
        .check(classes);
  }
}
