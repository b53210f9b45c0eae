package dev.talaria.registry.internal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What may depend on what inside the registry. */
class DependenciesTest {
  private static final String ROOT = "dev.talaria.registry.internal.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.talaria.registry");

  @Test
  void onlyTheOsgiPackageKnowsTheFramework() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "osgi..", ROOT + "policy..")
        // The registry's own tool is a component like any other bundle's.
        .and()
        .doNotHaveSimpleName("ReadResult")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.osgi..")
        .check(CLASSES);
  }

  @Test
  void resolutionIsPure() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "resolution..", ROOT + "model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.osgi..",
            "org.slf4j..",
            "java.time..",
            "java.io..",
            "java.nio..",
            "java.util.concurrent..",
            ROOT + "table..",
            ROOT + "call..",
            ROOT + "osgi..",
            ROOT + "policy..")
        .check(CLASSES);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void nothingDependsOnTheOsgiSide() {
    classes()
        .that()
        .resideInAPackage(ROOT + "osgi..")
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAPackage(ROOT + "osgi..")
        .check(CLASSES);
  }
}
