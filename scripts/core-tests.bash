# For scripts that run classes of core's tests: builds what is out of date, and runs them. To be sourced, with $root set,
# and with $tests_module if the class is among the tests of another module, which see those of core.

core_target="$root/${tests_module:=core}/target"
core_class_path="$core_target/test-class-path.txt"
core_stamp="$core_target/scripts.stamp"

# The stamp bears the time at which the last build began, and the class path it made.
core_tests_are_up_to_date() {
  [[ -d "$core_target/test-classes" ]] && cmp --silent "$core_class_path" "$core_stamp" || return 1
  [[ -z "$(find "$root"/{pom.xml,{core,"$tests_module"}/{pom.xml,src}} -newer "$core_stamp" -print -quit)" ]]
}

# build_core_tests NAME: NAME is the script's
build_core_tests() {
  core_tests_are_up_to_date && return
  echo "$1: building (the first time this takes a while)..." >&2
  mkdir -p "$core_target" && touch "$core_stamp.begin" &&
    (cd "$root" && mvn --batch-mode --quiet --projects "$tests_module" --also-make process-test-classes) >&2 &&
    cp "$core_class_path" "$core_stamp" && touch -r "$core_stamp.begin" "$core_stamp"
}

# run_core_test_class CLASS ARGUMENT...: options for the JVM in JDK_JAVA_OPTIONS
run_core_test_class() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" "@$root/scripts/hbase.jvmopts" \
    "-Dlog4j.configuration=file:$root/scripts/quiet.log4j.properties" ${core_jvm_options:-} \
    -classpath "$core_target/test-classes:$core_target/classes:$(<"$core_class_path")" "$@"
}
