#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A campaign's folder in the real window while it fills: progress, a choice by mouse, rows run again in 3D, alone and side by side.
# usage: campaign_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cat > "$folder/fall.toml" <<'END'
scenario = "free_fall"
samples = 400
seed = 7
cross.gravity = [3.71, 9.81]
[set]
duration = 0.6
[draw]
"initial.position.2" = { normal = [0.05, 0.02], above = 0.001 }
"initial.roll_deg" = { uniform = [-5, 5] }
END
"$command" campaign run "$folder/fall.toml" --out "$folder/fall" --threads 1 > /dev/null 2>&1 &
campaign=$!
for _ in $(seq 600); do
  [ -f "$folder/fall/campaign.json" ] && break
  sleep 0.05
done
start "$folder/fall" --size 1280x800
await statistics campaign "the folder takes the window"
await statistics_cases '[1-9]*' "rows while it runs"
await statistics_campaign 800/800 "the end of the campaign"
wait $campaign || fail "the campaign ends with $?"
await statistics_cases 800 "all rows"

# a box drawn among the points marks the same rows everywhere; Escape shows all again
point statistics_scatter 0.15 0.15
press
point statistics_scatter 0.6 0.7
release
await statistics_chosen '[1-9]*' "a box drawn among the points"
chosen=$(value statistics_chosen)
[ "$chosen" -lt 800 ] || fail "the box chooses all $chosen rows"
key Escape
await statistics_chosen 0 "Escape shows all"

# a row in 3D, with the end that the table has
click statistics_cases 0.3 0.3
click statistics_keep_row
click statistics_open_row
await toast '*state hash*of the table*' "the row's end is the table's"
await mode replay "the row's recording"

# and another one beside it
key ctrl+shift+t
click statistics_campaign
await statistics campaign "back to the campaign"
click statistics_cases 0.3 0.7
click statistics_open_pair
await other '*row_0*' "the kept row as a ghost"
await statistics "" "the view has the middle"
quit_window || fail "exit code $?"
[ "$(find "$folder/state" -name '*row_0*.h5' | wc -l)" = 0 ] || fail "recordings of rows are left behind"
"$program" "$folder/fall" --screenshot "$folder/fall.png" --size 900x600 || fail "no picture of the folder"
[ "$(wc -c < "$folder/fall.png")" -gt 20000 ] || fail "the picture of the folder is nearly uniform"
exit $((failures > 0))
