package dev.talaria.registry.internal.table;

import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Finding;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Outlet;
import java.util.function.Supplier;

/** Publishes what is found out. */
public record TableOutlet(TablePublisher publisher, ListenerHub listeners) implements Outlet {
  @Override
  public void found(Inquiry inquiry, Supplier<Finding> current) {
    publisher.found(inquiry, current);
  }

  @Override
  public Board board() {
    return publisher.board();
  }

  @Override
  public boolean isWatched(Inquiry inquiry) {
    return listeners.isWatched(publisher.table(), publisher.board().names(inquiry));
  }
}
