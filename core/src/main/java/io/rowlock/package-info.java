/**
 * Strictly serializable transactions over the rows of one HBase cluster, as a plain client library.
 *
 * <p><b>Guarantees.</b> Every committed transaction, however many rows, regions and tables it
 * touches, happens at one instant between its begin and the return of its commit, in one order that
 * all transactions agree on: strict serializability. That holds for reads of ranges, too: a scan
 * that found nothing conflicts with a row that another transaction inserts into its range. A
 * transaction is committed as a whole or not at all, whatever crashes, and no reader sees a value
 * before its transaction is committed; other clients settle what a crashed client leaves behind.
 * Safety does not depend on any clock.
 *
 * <p><b>Two methods are all that most code needs.</b> {@link
 * io.rowlock.admin.TransactionAdmin#enable} makes a table transactional, once; {@link
 * io.rowlock.TransactionManager#call} runs code in a transaction, and again after a conflict:
 *
 * <pre>{@code
 * try (TransactionManager transactions = TransactionManager.create(connection)) {
 *   long left = transactions.call(tx -> {
 *     Table accounts = tx.table(TableName.valueOf("accounts"));
 *     ...
 *   });
 * }
 * }</pre>
 *
 * <p>A transaction returns HBase's own {@code Table} and {@code AsyncTable}. Exceptions are sorted
 * by what the caller may do: after a {@link io.rowlock.NotCommittedException}, for example a {@link
 * io.rowlock.ConflictException}, the transaction is surely not committed; after a {@link
 * io.rowlock.CommitOutcomeUnknownException} it may be. Unchecked exceptions, for example {@link
 * io.rowlock.TransactionEndedException}, report mistakes of the calling code and make no statement
 * about the commit.
 *
 * <p><b>Threads.</b> Each class states how threads may use it; records are immutable, and so are
 * exceptions except for their suppressed ones.
 *
 * <p><b>Limits.</b>
 *
 * <ul>
 *   <li>Writes and deletes without the library bypass the locks: raw writers and transactions must
 *       not share rows. Raw reads of single rows are always safe; they may still see the old value
 *       of a row whose transaction has just been committed.
 *   <li>A region server that was paused long enough to lose its regions may serve stale reads until
 *       it notices, as it does to every client of HBase; a transaction that validates against it
 *       inherits that.
 *   <li>Cells with a TTL expire without a transaction.
 *   <li>All tables of a transaction must be in one cluster.
 *   <li>A user without the permission to write can read, but cannot settle abandoned locks: such a
 *       read fails, with a message that explains this.
 *   <li>Timestamps belong to the library: operations that set or request them are refused, and so
 *       is every other operation without a meaning in a transaction.
 * </ul>
 */
@NullMarked
package io.rowlock;

import org.jspecify.annotations.NullMarked;
