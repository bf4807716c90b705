/** Work that takes effect once for its id. */
package io.rowlock.it.once;
