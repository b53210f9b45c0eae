package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.plan.ArgumentPlan;
import dev.talaria.pipeline.schema.LocalReferences;
import dev.talaria.pipeline.schema.NullableKeyword;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The quick yes never says anything that coercion and the validator do not say. */
class ArgumentPlanPropertyTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  private enum Outcome {
    NO_SCHEMA,
    WRONG,
    LEFT_TO_COERCION,
    SAME,
    COMPLETED
  }

  @Property(tries = 500)
  void whatThePlanAcceptsIsWhatTheValidatorAccepts(@ForAll long seed) throws Exception {
    compare(seed).forEach(outcome -> Statistics.label("outcome").collect(outcome));
    Statistics.label("outcome")
        .coverage(
            coverage -> {
              coverage.check(Outcome.SAME).percentage(share -> share > 10);
              coverage.check(Outcome.COMPLETED).percentage(share -> share > 1);
            });
  }

  @Test
  @EnabledIfSystemProperty(named = "talaria.long", matches = "true")
  void andOverManyMoreSchemas() throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + 20_000; seed++) {
      assertThat(compare(seed)).isNotEmpty();
    }
  }

  private static List<Outcome> compare(long seed) throws Exception {
    RandomSchemas random = new RandomSchemas(seed);
    ObjectNode document = random.document();
    ArgumentSchema schema;
    try {
      schema = ArgumentSchema.compile(document.toString(), MAPPER);
    } catch (InvalidSchemaException e) {
      return List.of(Outcome.NO_SCHEMA);
    }
    JsonNode translated = NullableKeyword.translate(MAPPER.readTree(document.toString()));
    ArgumentPlan plan =
        ArgumentPlan.compile(translated, new LocalReferences(translated), Schemas::pattern);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      if (!(random.value(document, document, 5) instanceof ObjectNode arguments)) {
        continue;
      }
      String before = arguments.toString();
      Optional<ObjectNode> quick = plan.accept(arguments);
      assertThat(arguments).hasToString(before);
      ArgumentOutcome thorough = schema.acceptThoroughly(arguments);
      if (quick.isPresent()) {
        assertThat(thorough)
            .as("seed %s: %s under %s", seed, arguments, document)
            .isInstanceOf(ArgumentOutcome.Accepted.class);
        assertThat(quick.get().toString())
            .as("seed %s: %s under %s", seed, arguments, document)
            .isEqualTo(((ArgumentOutcome.Accepted) thorough).arguments().toString());
        outcomes.add(quick.get() == arguments ? Outcome.SAME : Outcome.COMPLETED);
      } else {
        outcomes.add(
            thorough instanceof ArgumentOutcome.Accepted
                ? Outcome.LEFT_TO_COERCION
                : Outcome.WRONG);
      }
    }
    return outcomes;
  }
}
