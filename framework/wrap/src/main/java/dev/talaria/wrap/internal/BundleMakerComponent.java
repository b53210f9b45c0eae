package dev.talaria.wrap.internal;

import dev.talaria.admin.BundleMaker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Offers the maker of bundles. Made when the first file wants one, so that a start costs nothing.
 */
@Component
public final class BundleMakerComponent implements BundleMaker {
  private final Maker maker;

  @Activate
  public BundleMakerComponent(BundleContext context) {
    maker = new Maker(context.getDataFile("work").toPath());
  }

  @Override
  public String edition() {
    return maker.edition();
  }

  @Override
  public List<String> ofPlainJar(Path jar, String symbolicName, String version, Path target)
      throws IOException, InterruptedException {
    return maker.ofPlainJar(jar, symbolicName, version, target);
  }

  @Override
  public List<String> ofSource(Path source, String fileName, String symbolicName, Path target)
      throws IOException, InterruptedException {
    return maker.ofSource(source, fileName, symbolicName, target);
  }
}
