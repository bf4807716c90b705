package io.rowlock.operations;

import io.rowlock.TableFinding;
import io.rowlock.admin.TableChange;
import java.util.List;

/**
 * What {@link RowlockOperations#disable} would do to a table.
 *
 * @param changes in their order; empty if the table has no locks and no settings of Rowlock
 * @param obstacles why it would refuse the table; usually none
 */
public record DisablePlan(List<TableChange> changes, List<TableFinding> obstacles) {

  /** Creates a plan. */
  public DisablePlan {
    changes = List.copyOf(changes);
    obstacles = List.copyOf(obstacles);
  }
}
