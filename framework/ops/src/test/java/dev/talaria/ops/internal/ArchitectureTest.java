package dev.talaria.ops.internal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.talaria.ops");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.talaria.ops.internal.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theAuditTrailDependsOnNoOtherPart() {
    classes()
        .that()
        .resideInAPackage("..internal.audit..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "..internal.audit..",
            "..internal.environment..",
            "..internal.json..",
            "dev.talaria.admin..",
            "dev.talaria.guard..",
            "java..",
            "org.osgi..",
            "org.slf4j..",
            "tools.jackson..")
        .check(CLASSES);
  }
}
