#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The real window under Xvfb, driven by keys: Space plays and pauses, "." steps, Backspace resets, F1 shows the keys, Ctrl+O
# opens, Ctrl+R records, N jumps to events, Ctrl+Shift+O compares, Ctrl+T studies, Ctrl+Q quits; a height map is cut and driven on. usage: window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
# What happened is read from the file of widget rectangles, whose "report" names the state, step and speed shown.
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
terrains=$(cd "$(dirname "$0")/../../terrains" && pwd)
# more NAME NUMBER: whether a value is a number above it.
more() {
  [ "$(value "$1")" -gt "$2" ] 2>/dev/null
}
# record_into FILE: by the key, the dialog and Return.
record_into() {
  enter ctrl+r record "$1"
  await recording "$1" "after Ctrl+R"
}

start free_fall
await state paused "after opening"
focus
# By this name the desktop finds its entry and its icon.
id=$(sed -n 's/^set(GROUSER_APP_ID \(.*\))$/\1/p' "$(dirname "$0")/../../CMakeLists.txt")
class=$(xprop -id "$window" WM_CLASS)
[ "$class" = "WM_CLASS(STRING) = \"$id\", \"$id\"" ] || fail "the window's class is '$class', expected $id"
# The window would be 1600 x 1000: it must fit the screen, and the right panel with it.
shape=$(xdotool getwindowgeometry --shell "$window" | grep -E "^(X|Y|WIDTH|HEIGHT)=" | tr "\n" " ")
[ "$shape" = "X=0 Y=0 WIDTH=1280 HEIGHT=800 " ] || fail "on a screen of 1280 x 800 the window is at $shape"
await step 0 "at the start"
key period
await step 1 "after one step"
key period
await step 2 "after two steps"
key comma
await step 1 "after a step back"
key minus minus
await speed 0.25 "after twice slower"
key space
await_until more step 5
key space
before=$(value state)
[ "$before" = paused ] || [ "$before" = finished ] || await state paused "after the second Space"
key BackSpace
await step 0 "after the reset"
await state paused "after the reset"
key F1
await help open "after F1"
# Letters do nothing to what lies below the list of keys.
key period
key Escape
await help closed "after Escape"
await step 0 "a key pressed while the list was open"
# Presses that follow one another faster than pictures: each finds what the one before brought about.
key F1 period Escape period F1 Escape period
await step 2 "two of three keys pressed with the list closed"
await help closed "opened and closed twice within a picture or two"
point menu_run
menu=$at
point play
# shellcheck disable=SC2086
xdotool click 1 mousemove $menu click 1 key Escape key BackSpace
seen 4 "a click on play, one on a menu, Escape and Backspace at once"
await state paused "what was played was reset"
await step 0 "reset last"
await popup none "the menu was closed by Escape"
xdotool key ctrl+o type --delay 1 drive_flat_soft
xdotool key Return
seen 17 "a file opened without waiting for the dialog"
await scene drive_flat_soft "typed as fast as that"
click menu_file
await popup open "after a click on File"
key period
key Escape
await popup none "after Escape in a menu"
await step 0 "a key pressed while a menu was open"
# The picture's name is told, and goes by itself or with Escape.
key F12
await toast "?*" "after F12"
case $(value toast) in Saved\ /*.png) ;; *) fail "after F12 the window says: $(value toast)" ;; esac
key Escape
await toast "" "after Escape"
# Without panels the picture has the size of the view.
key ctrl+F12
await toast "?*" "after Ctrl+F12"
clean=$(value toast)
clean=${clean#Saved }
python3 - "$map" "$clean" <<'END' || fail "the picture without panels: $clean"
import json, struct, sys
low_x, low_y, high_x, high_y = json.load(open(sys.argv[1]))["view"]
size = struct.unpack(">II", open(sys.argv[2], "rb").read()[16:24])
sys.exit(not (abs(size[0] - (high_x - low_x)) <= 1 and abs(size[1] - (high_y - low_y)) <= 1))
END
key Escape
await toast "" "after Escape"
# A time that cannot be understood is refused, and what is shown stays.
click time
key ctrl+a
write "1e400"
key Return
await refusal "?*" "after 1e400"
await step 0 "after a refused time"
key Escape
await refusal "" "after Escape in the field"
# A wrong path: a message, the dialog stays with the reason, and the program lives on with what it had.
enter ctrl+o open "no such scenario"
await message "[1-9]*" "after a wrong path"
await open_refusal "?*" "after a wrong path"
await dialog open "after a wrong path"
await toast "?*" "after a wrong path"
key Escape
await dialog none "after Escape"
key Escape
await toast "" "after Escape"
await state paused "after a wrong path"
enter ctrl+o open "park_on_slope"
await scene park_on_slope "after opening another"
# Record from the start, although the run has begun; then replay the file, jump to its events, compare, study.
enter ctrl+o open "free_fall"
await scene free_fall "after opening a third"
key period
await step 1 "before recording"
record_into "$folder/recorded.h5"
await step 0 "recording starts again"
key plus plus plus plus
key space
await state finished "the recorded run"
await recording "" "at the end of the run"
[ -s "$folder/recorded.h5" ] || fail "no run file was recorded"
enter ctrl+o open "$folder/recorded.h5"
await state paused "the replay"
await time 0.000 "the replay's start"
await_until more events 1
key n
[ "$(value time)" != 0.000 ] || fail "N goes to no event"
key shift+n
# A video is made beside the window, and stopping it leaves nothing.
for wanted in whole stopped; do
  case $wanted in whole) speed=20 ;; *) speed=0.001 ;; esac  # a few pictures; enough of them to be stopped
  await toast "" "before the video"
  key shift+F12
  await dialog video "after Save video"
  key ctrl+a
  write "$folder/$wanted.mp4"
  type_into video_speed $speed
  key Tab
  await video_speed $speed "typed into its field"
  click video_confirm
  await dialog none "after Save video was pressed"
  [ $wanted = stopped ] && click video_stop
  await toast "?*" "at the end of the video"
  said=$(value toast)
  key Escape
  await toast "" "after Escape"
  case $wanted/$said in
    whole/Saved*whole.mp4) [ -s "$folder/whole.mp4" ] || fail "no video: $said" ;;
    whole/ffmpeg\ is\ not*) [ -s "$folder/whole_frames/frame_00000.png" ] || fail "no pictures: $said" ;;
    stopped/Saved*) fail "the video was over before it was stopped" ;;
    stopped/*stopped*) [ -e "$folder/stopped.mp4" ] && fail "a stopped video is there" ;;
    *) fail "$wanted: $said" ;;
  esac
done
enter ctrl+shift+o open "$folder/recorded.h5"
await other recorded.h5 "after Ctrl+Shift+O"
enter ctrl+o open "free_fall"
await step 0 "the scenario again"
key ctrl+t
click study_start
await study_rows 5/5 "after Start"
kill -0 $gui 2>/dev/null || fail "the program died: $(cat "$folder/out")"
quit_window
code=$?
[ "$code" -eq 0 ] || fail "exit code $code: $(cat "$folder/out")"
[ -s "$XDG_STATE_HOME/grouser/desktop.json" ] || fail "recent files were not kept"
grep -q '"window"' "$XDG_STATE_HOME/grouser/desktop.json" || fail "the window's place was not kept"

# Ended by the system while it records: the file is closed as if the window had been.
# (SIGINT is ignored by what a script starts in the background.)
for signal in TERM HUP; do
  start drive_flat_soft
  await scene drive_flat_soft "after opening for a recording"
  focus
  record_into "$folder/$signal.h5"
  key space
  await_until more step 100
  kill -$signal $gui
  wait $gui
  code=$?
  [ "$code" -eq 130 ] || fail "exit code $code after SIG$signal: $(cat "$folder/out")"
  "$command" info "$folder/$signal.h5" >"$folder/info" 2>&1
  grep -q "closed cleanly" "$folder/info" || fail "SIG$signal left the recording unclosed: $(cat "$folder/info")"
done

# A height map: the window picked in its middle is what terrain import cuts; looked at for faults, saved and driven on.
start "$terrains/mars_made.tif"
await terrain_surveyed yes "after opening a height map"
focus
slow=$(value slow_pictures)
click terrain_pick_middle
click terrain_cut
await terrain_shown site "after cutting"
await terrain_looking no "after looking ahead"
click terrain_clean_all
await terrain_steps 0/0 "after cleaning ground that needs none"
[ $(($(value slow_pictures) - slow)) -le 1 ] || fail "the window was busy for more than 0.1 s: $slow, then $(value slow_pictures) times"
click terrain_start
await popup open "after Save and drive"
key ctrl+a
write "$folder/piece.tif"
key Return
await scene traverse_mars "after driving on the piece"
[ -z "$(value terrain)" ] || fail "the terrain desk is still open"
"$command" terrain import "$terrains/mars_made.tif" --window 64,64,128,128 --out "$folder/imported.tif" >"$folder/out" 2>&1 ||
  fail "terrain import: $(cat "$folder/out")"
cmp -s "$folder/piece.tif" "$folder/imported.tif" || fail "the saved piece is not what terrain import writes"
quit_window || fail "exit code $? after the terrain: $(cat "$folder/out")"

[ "$failures" -eq 0 ] && echo "all passed"
exit "$failures"
