package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.store.TableFacts;
import org.apache.hadoop.hbase.TableName;

/**
 * Decides whether the write of a row may take the place of an earlier one that is not stored yet.
 *
 * <p>It may if each family that it covers is known to keep one version only ({@code VERSIONS=1},
 * {@code KEEP_DELETED_CELLS=FALSE}). A write replaces or deletes cells of the families that it
 * covers and of no others, and in such a family HBase keeps none of these cells. Any other family
 * may keep them, so they must be stored at a timestamp of their own.
 *
 * <p>The facts are as old as those of any commit ({@code FactsAge}): for about a minute after an
 * administrator raises {@code VERSIONS}, a combination may still store only the last version.
 * Missing facts are not waited for: the answer is no.
 */
record KeptVersions(TableCatalog catalog) {

  /** Returns whether HBase keeps nothing that the write replaces or deletes. */
  boolean mayReplace(TableName table, RowWrite later) {
    TableFacts facts = catalog.present(table);
    return facts != null
        && facts.oneVersion().containsAll(later.families())
        && (!later.deletesRow() || facts.oneVersion().containsAll(facts.userFamilies()));
  }
}
