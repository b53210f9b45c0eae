package dev.talaria.deploy.internal.bundles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Asks the component runtime what components wait for. Thread-safe. */
public final class ComponentStates {
  private static final String REQUIRE = "require";

  private final ServiceComponentRuntime runtime;

  public ComponentStates(ServiceComponentRuntime runtime) {
    this.runtime = runtime;
  }

  /** Returns what the components of a bundle wait for, a sentence each; empty if nothing. */
  public List<String> waitingFor(Bundle bundle) {
    List<String> sentences = new ArrayList<>();
    for (ComponentDescriptionDTO component : runtime.getComponentDescriptionDTOs(bundle)) {
      if (!runtime.isComponentEnabled(component)) {
        continue;
      }
      Collection<ComponentConfigurationDTO> states =
          runtime.getComponentConfigurationDTOs(component);
      if (states.isEmpty() && REQUIRE.equals(component.configurationPolicy)) {
        sentences.add(needsConfiguration(component));
      }
      for (ComponentConfigurationDTO state : states) {
        describe(component, state, sentences);
      }
    }
    return List.copyOf(sentences);
  }

  private static void describe(
      ComponentDescriptionDTO component, ComponentConfigurationDTO state, List<String> sentences) {
    if (state.state == ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION) {
      sentences.add(needsConfiguration(component));
    } else if (state.state == ComponentConfigurationDTO.UNSATISFIED_REFERENCE) {
      for (UnsatisfiedReferenceDTO unsatisfied : state.unsatisfiedReferences) {
        sentences.add(needsService(component, unsatisfied));
      }
    } else if (state.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
      String failure = state.failure == null ? "" : state.failure.lines().findFirst().orElse("");
      sentences.add("component " + component.name + " failed to activate: " + failure);
    }
  }

  private static String needsConfiguration(ComponentDescriptionDTO component) {
    String files =
        String.join(
            ", ", Arrays.stream(component.configurationPid).map(pid -> pid + ".cfg").toList());
    return "component " + component.name + " waits for its configuration (etc/" + files + ")";
  }

  private static String needsService(
      ComponentDescriptionDTO component, UnsatisfiedReferenceDTO unsatisfied) {
    String type =
        Arrays.stream(component.references)
            .filter(reference -> reference.name.equals(unsatisfied.name))
            .findFirst()
            .map(ComponentStates::wanted)
            .orElse("a service");
    String target =
        unsatisfied.target == null || unsatisfied.target.isEmpty()
            ? ""
            : " with " + unsatisfied.target;
    return "component "
        + component.name
        + " waits for "
        + type
        + target
        + " (reference "
        + unsatisfied.name
        + ")";
  }

  private static String wanted(ReferenceDTO reference) {
    return "the service " + reference.interfaceName;
  }
}
