# For scripts that run JanusGraph: builds extras/janusgraph-tests, and starts an HBase. To be sourced, with $root set.

janusgraph_module="$root/extras/janusgraph-tests"
janusgraph_hbase="$root/target/janusgraph-hbase"

build_janusgraph_tests() {
  (cd "$root" && mvn --batch-mode --quiet --activate-profiles janusgraph-tests --projects extras/janusgraph-tests \
    --also-make -DskipTests package) >&2
}

# The servers run in processes of their own: JanusGraph brings hbase-shaded-client, whose classes have HBase's names.
start_janusgraph_hbase() {
  trap '"$root/scripts/hbase-local" stop --dir "$janusgraph_hbase" >&2' EXIT
  "$root/scripts/hbase-local" start --region-servers 2 --dir "$janusgraph_hbase" >&2
}

# run_janusgraph CLASS ARGUMENT...
run_janusgraph() {
  local class_path="$janusgraph_hbase/conf:$janusgraph_module/target/classes"
  mkdir -p "$root/logs"
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" "-Drowlock.log=$root/logs/janusgraph.log" \
    -classpath "$class_path:$(<"$janusgraph_module/target/class-path.txt")" \
    "io.rowlock.janusgraphtests.$1" "${@:2}"
}
