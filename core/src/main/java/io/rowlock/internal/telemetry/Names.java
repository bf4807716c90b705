package io.rowlock.internal.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.Locale;

/**
 * The attributes of spans and metrics: those of OpenTelemetry's semantic conventions for databases
 * as far as they exist. The reference documents all of them.
 */
final class Names {

  static final String SCOPE = "io.rowlock";
  static final String HBASE = "hbase";
  static final String TRANSACTION = "transaction";

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
  static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("db.collection.name");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> NAME = AttributeKey.stringKey("rowlock.transaction.name");
  static final AttributeKey<String> ID = AttributeKey.stringKey("rowlock.transaction.id");
  static final AttributeKey<String> COMMIT_ID = AttributeKey.stringKey("rowlock.commit.id");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("rowlock.outcome");
  static final AttributeKey<String> PHASE = AttributeKey.stringKey("rowlock.phase");
  static final AttributeKey<String> REASON = AttributeKey.stringKey("rowlock.conflict.reason");
  static final AttributeKey<String> RECOVERY = AttributeKey.stringKey("rowlock.recovery");
  static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("rowlock.attempt");
  static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("rowlock.attempts");
  static final AttributeKey<Double> WAIT = AttributeKey.doubleKey("rowlock.wait");
  static final AttributeKey<Long> ROWS_READ = AttributeKey.longKey("rowlock.rows.read");
  static final AttributeKey<Long> ROWS_WRITTEN = AttributeKey.longKey("rowlock.rows.written");
  static final AttributeKey<Long> REQUESTS = AttributeKey.longKey("rowlock.requests");

  private Names() {}

  /** Returns a constant as an attribute value. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
