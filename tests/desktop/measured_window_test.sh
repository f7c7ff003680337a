#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Measurements beside a run in the real window under Xvfb: a recorded run's own table, exported by the command line and late by a
# known time, is opened by keyboard, mapped and aligned; a broken file is refused with its line.
# usage: measured_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1

"$command" run wheel_drop_200 --set duration=12 --out run.h5 >/dev/null 2>run.txt || fail "no run: $(cat run.txt)"
"$command" export run.h5 --csv tables >/dev/null 2>run.txt || fail "no tables: $(cat run.txt)"
python3 - <<'P'
import csv
rows = list(csv.reader(open("tables/frames.csv")))
load = next(k for k, name in enumerate(rows[0]) if name.startswith("wheel/front_left/load"))
with open("rig.csv", "w") as out:
    out.write("time [ms],front left load [kN]\n")
    for row in rows[1::3]:
        out.write("%r,%r\n" % (1e3 * (float(row[0]) + 0.75), 1e-3 * float(row[load])))
P
printf 'time_s,load\n0,1\n1,red\n' >broken.csv

start run.h5 --size 1280x800
await state paused "opened"
enter ctrl+shift+o open "$folder/rig.csv"
await measured rig.csv "read"
await measured_offset 0 "as the file says"
click measured_align
await measured_offset "-0.7*" "found"
python3 -c "exit(abs($(value measured_offset) + 0.75) > 1e-3)" || fail "offset $(value measured_offset)"
enter ctrl+shift+o open "$folder/broken.csv"
await toast "*broken.csv:3*load*red*" "refused with its line"
[ "$(value measured)" = rig.csv ] || fail "what was open is gone"
click measured_close
await measured "" "closed"
quit_window || fail "exit code $?"

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
