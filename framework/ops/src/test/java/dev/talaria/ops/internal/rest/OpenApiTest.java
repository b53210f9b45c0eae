package dev.talaria.ops.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.RuntimeProperties;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The description of the API tells of the routes that there are, and of no others. */
class OpenApiTest {
  private final JsonNode document = read();

  private static JsonNode read() {
    try {
      return new JsonMapper().readTree(OpenApiRoute.document());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Router router() {
    Map<String, String> properties =
        Map.of(RuntimeProperties.HOME, "/home", RuntimeProperties.DISTRIBUTION, "/dist");
    BundleContext context =
        (BundleContext)
            Proxy.newProxyInstance(
                OpenApiTest.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> properties.get(arguments[0]));
    return new RestServlet(context, null, null, null, null, null, null, null).router();
  }

  @Test
  void describesExactlyTheRoutes() {
    Set<String> routes = new TreeSet<>();
    router().routes().forEach(route -> routes.add(route.method() + " " + route.path()));
    Set<String> described = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(method -> described.add(method.toUpperCase() + " " + path.getKey())));
    assertThat(described).isEqualTo(routes).hasSizeGreaterThan(20);
  }

  @Test
  void describesTheParametersOfEachPath() {
    Pattern parameter = Pattern.compile("\\{(\\w+)\\}");
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation -> {
                          Set<String> wanted = new TreeSet<>();
                          Matcher matcher = parameter.matcher(path.getKey());
                          while (matcher.find()) {
                            wanted.add(matcher.group(1));
                          }
                          Set<String> described = new TreeSet<>();
                          for (JsonNode p : operation.getValue().path("parameters")) {
                            if (p.get("in").stringValue().equals("path")) {
                              described.add(p.get("name").stringValue());
                            }
                          }
                          assertThat(described).as(path.getKey()).isEqualTo(wanted);
                        }));
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    assertThat(document.findValues("$ref"))
        .isNotEmpty()
        .allSatisfy(
            ref ->
                assertThat(document.at(ref.stringValue().substring(1)).isMissingNode())
                    .as(ref.stringValue())
                    .isFalse());
  }
}
