# Shortens Maven's output to what it builds, what it fetches and what fails: mvn ... | awk -v who=NAME -f progress.awk
/^\[INFO\] Building [^j]/ { sub(/^\[INFO\] Building /, ""); sub(/ +\[[0-9/]+\]$/, ""); print who ": building " $0 }
/^Downloaded from/ && ++files % 50 == 0 { print who ": fetched " files " files" }
/ERROR/ { print }
{ fflush() }
