/** Random transactions whose histories are recorded and checked. */
package io.rowlock.it.history;
