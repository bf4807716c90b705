/**
 * Strictly serializable transactions over the rows of one HBase cluster, as a plain client library.
 *
 * <p><b>What is guaranteed.</b> Every committed transaction, however many rows, regions and tables
 * it touches, happens at one instant between its begin and the return of its commit, in one order
 * that all transactions agree on: strict serializability. That holds for reads of ranges, too: a
 * scan that found nothing conflicts with a row that is born in its range. A transaction is
 * committed as a whole or not at all, whatever crashes, and nobody sees a value before its
 * transaction is committed; what a crashed client leaves behind is settled by whoever meets it.
 * Safety rests on no clock.
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
 * <p>A transaction hands out HBase's own {@code Table} and {@code AsyncTable}. Exceptions are
 * sorted by what the caller may do: after a {@link io.rowlock.NotCommittedException}, for example a
 * {@link io.rowlock.ConflictException}, the transaction is surely not committed; after a {@link
 * io.rowlock.CommitOutcomeUnknownException} it may be. Unchecked exceptions, for example {@link
 * io.rowlock.TransactionEndedException}, report mistakes of the calling code and make no statement
 * about the commit.
 *
 * <p><b>Threads.</b> Classes say what threads may do with them; records are immutable, and so are
 * exceptions but for their suppressed ones.
 *
 * <p><b>Limits.</b>
 *
 * <ul>
 *   <li>Writes and deletes past the library bypass the locks: raw writers and transactions must not
 *       share rows. Raw reads are always safe, of single rows; a row whose transaction was
 *       committed a moment ago may still show its old value to them.
 *   <li>A region server that was paused long enough to lose its regions may serve stale reads until
 *       it notices, as it does to every client of HBase; a transaction that validates against it
 *       inherits that.
 *   <li>Cells with a TTL expire without a transaction.
 *   <li>All tables of a transaction live in one cluster.
 *   <li>A user without the permission to write can read, but cannot settle locks left behind: such
 *       a read fails, with a message that says so.
 *   <li>Timestamps belong to the library: operations that set or ask for them are refused, and so
 *       is whatever else has no meaning in a transaction.
 * </ul>
 */
@NullMarked
package io.rowlock;

import org.jspecify.annotations.NullMarked;
