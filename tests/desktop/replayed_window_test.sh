#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A live run that is over, in the real window under Xvfb: played to and fro from where one stands, saved, exported and reported
# though nobody recorded it; a table dropped on it goes where its header says. usage: replayed_window_test.sh GROUSER-DESKTOP
# GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1

"$command" scenarios --help >/dev/null || exit 1
sed 's/^duration.*/duration = 3.0/' "$(dirname "$0")/../../assets/scenarios/free_fall.toml" >short.toml
start short.toml
await state paused "opened"
focus
await run_file "" "nothing is kept before the first step"
key space
await state finished "played to its end"
await result Finished "the card"
await run_file "*/live/live_*" "the window keeps the run"

# the time line is clicked in its middle: Space plays from there
click scrub 0.5 0.5
await state paused "stands in the middle"
at=$(value time)
key space
await state running "plays from there"
key k
await state paused "K"
python3 -c "import sys; sys.exit(not $at <= $(value time) < 3.0)" || fail "from $at s it went to $(value time) s"
key j
await backward yes "J plays back"
await state paused "to its beginning"
[ "$(value time)" = 0.000 ] || fail "back to $(value time) s"
key l
await state finished "L plays to its end"

# saved, though it was not recorded; the file reruns identical
click menu_file
click menu_save_run
await dialog record "asks for a name"
type_into record_path "$folder/kept.h5"
key Return
saved "the run"
[ "$file" = "$folder/kept.h5" ] || fail "saved elsewhere: $file"
"$command" info kept.h5 >info 2>&1
grep -q "closed cleanly" info || fail "the saved run: $(cat info)"
"$command" rerun kept.h5 >rerun 2>&1 || fail "the saved run reruns: $(cat rerun)"
await run_file "*/kept.h5" "it is the person's file now"
click menu_file
click menu_export
saved "tables"
[ -s "$file/frames.csv" ] || fail "no tables"
click result_report
saved "a report"
[ -s "$file" ] || fail "no report"

# simulated again it is kept anew, and the old file stays
key BackSpace
await step 0 "begins again"
await run_file "" "nothing is kept of it yet"

# the recording has the card too, and its Report
enter ctrl+o open "$folder/kept.h5"
await mode replay "the recording"
await result Finished "with its card"
printf 'time_s,load_N\n0,1\n1,2\n' >rig.csv
enter ctrl+o open "$folder/rig.csv"
await measured rig.csv "measurements are shown beside it"
await statistics "" "and not among placements"
quit_window || fail "exit code $?"
ls "$folder/state/grouser/live" 2>/dev/null | grep -q . && fail "kept runs are left behind"
[ "$failures" -eq 0 ] && echo "all well"
exit "$failures"
