#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# grouser-desktop without a display: help, version, wrong input, pictures that show something and repeat bit for bit.
# usage: headless_test.sh PROGRAM. Exit code 4: skipped (no EGL here).
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY
failures=0

fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# expect CODE NAME ARGUMENTS...: the exit code, and one line on standard error if it is not 0.
expect() {
  wanted=$1
  name=$2
  shift 2
  "$program" "$@" >"$folder/out" 2>"$folder/err"
  code=$?
  [ "$code" -eq "$wanted" ] || fail "$name: exit code $code, expected $wanted: $(head -c 300 "$folder/err")"
}

expect 0 "--help" --help
grep -q "wheel_drop_200" "$folder/out" || fail "--help shows no example"
expect 0 "--version" --version
expect 2 "unknown flag" --no-such-flag
grep -q -- "--help" "$folder/err" || fail "an unknown flag gives no hint"

# Completion: what may follow, and scripts that the shells take.
expect 0 "complete FILE" complete -- wheel_drop_2
grep -qx "wheel_drop_200" "$folder/out" || fail "wheel_drop_2 is not completed: $(cat "$folder/out")"
grep -qx ":files" "$folder/out" || fail "FILE may be a file"
expect 0 "complete an option" complete -- --scr
[ "$(cut -f 1 "$folder/out" | head -n 1)" = "--screenshot" ] || fail "--scr: $(cat "$folder/out")"
expect 0 "complete a camera" complete -- --camera=s
grep -q -- "--camera=side" "$folder/out" || fail "--camera=s is not completed: $(cat "$folder/out")"
for shell in bash zsh fish; do
  expect 0 "--completion $shell" --completion "$shell"
  grep -q "grouser-desktop" "$folder/out" || fail "the script of $shell does not name the program"
  no_run=-n
  [ "$shell" != fish ] || no_run=--no-execute
  if command -v "$shell" >/dev/null; then
    "$shell" "$no_run" "$folder/out" || fail "$shell refuses its script"
  fi
done
expect 2 "--completion tcsh" --completion tcsh
expect 2 "bad size" free_fall --screenshot "$folder/x.png" --size 10by20

expect 0 "empty state" --screenshot "$folder/empty.png" --size 800x500
if grep -q "EGL" "$folder/err"; then
  echo "SKIPPED: $(cat "$folder/err")"
  exit 4
fi

# Files that are not what they should be: exit code 2, one line, no picture.
: >"$folder/empty.toml"
echo "not a picture" >"$folder/cat.jpg"
head -c 3000 /dev/urandom >"$folder/noise.h5"
mkdir "$folder/folder.h5"
for bad in "$folder/missing.toml" "$folder/empty.toml" "$folder/cat.jpg" "$folder/noise.h5" "$folder/folder.h5" no_such_example; do
  expect 2 "$bad" "$bad" --screenshot "$folder/bad.png"
  [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "$bad: $(wc -l <"$folder/err") lines on standard error"
  [ -e "$folder/bad.png" ] && fail "$bad: a picture was written"
done

# A number out of range is told in one short line; what a name holds does not act on the terminal.
for at in -1 1e300 nan; do
  expect 2 "--at $at" free_fall --screenshot "$folder/bad.png" --at "$at"
  [ "$(wc -c <"$folder/err")" -lt 200 ] || fail "--at $at: $(wc -c <"$folder/err") bytes on standard error"
done
expect 2 "escape sequences" "$(printf 'x\033[2J\302\2331m')" --screenshot "$folder/bad.png"
LC_ALL=C grep -q "$(printf '[\033\233]')" "$folder/err" && fail "an escape sequence reaches the terminal"

# An output is never an input, by whatever name; what Grouser did not write is kept without --force.
cp "$(dirname "$0")/../../assets/scenarios/free_fall.toml" "$folder/fall.toml"
cp "$folder/fall.toml" "$folder/fall.before"
ln "$folder/fall.toml" "$folder/fall.png"
ln "$folder/fall.toml" "$folder/fall.json"
for output in "--screenshot $folder/fall.png" "--screenshot $folder/fall.toml" \
  "--screenshot $folder/p.png --ui-map $folder/fall.json" "--screenshot $folder/p.jpg"; do
  expect 2 "$output" "$folder/fall.toml" $output --force
done
echo "my notes" >"$folder/notes.png"
expect 2 "notes" free_fall --screenshot "$folder/notes.png"
grep -q -- "--force" "$folder/err" || fail "nothing is said of --force"
[ "$(cat "$folder/notes.png")" = "my notes" ] || fail "the notes are gone"
cmp -s "$folder/fall.toml" "$folder/fall.before" || fail "a scenario was changed"

# Pictures: with and without the user interface, twice the same bits, and not uniform.
for kind in ui no-ui; do
  extra=""
  [ "$kind" = no-ui ] && extra="--no-ui"
  for run in 1 2; do
    expect 0 "picture $kind" free_fall --screenshot "$folder/$kind$run.png" --at 0.3 --size 900x600 $extra --ui-map "$folder/map.json"
  done
  cmp -s "$folder/${kind}1.png" "$folder/${kind}2.png" || fail "$kind: two pictures of the same moment differ"
  [ "$(wc -c <"$folder/${kind}1.png")" -gt 20000 ] || fail "$kind: the picture is nearly uniform"
done
cmp -s "$folder/ui1.png" "$folder/no-ui1.png" && fail "the user interface makes no difference"
expect 0 "map" free_fall --screenshot "$folder/y.png" --size 900x600 --ui-map "$folder/map.json"
grep -q '"play"' "$folder/map.json" || fail "the map of widgets lacks the play button"

# Height maps and recipes: the whole of them, read in full, twice the same bits; what is none is refused.
terrains=$(dirname "$0")/../../terrains
for ground in mars_made.tif rocky_craters.toml; do
  for run in 1 2; do
    expect 0 "$ground" "$terrains/$ground" --screenshot "$folder/ground$run.png" --size 900x600 --ui-map "$folder/map.json"
  done
  cmp -s "$folder/ground1.png" "$folder/ground2.png" || fail "$ground: two pictures differ"
  [ "$(wc -c <"$folder/ground1.png")" -gt 60000 ] || fail "$ground: the picture is nearly uniform"
  grep -q '"terrain_legend"' "$folder/map.json" || fail "$ground: no scale of heights"
done
head -c 20000 "$terrains/mars_made.tif" >"$folder/cut.tif"
for bad in "$folder/cut.tif" "$folder/missing.tif"; do
  expect 2 "$bad" "$bad" --screenshot "$folder/bad.png"
  [ -e "$folder/bad.png" ] && fail "$bad: a picture was written"
done
expect 2 "a map without the user interface" "$terrains/mars_made.tif" --no-ui --screenshot "$folder/bad.png"

# A time beyond the end: the end is shown, and it is said.
expect 0 "beyond the end" free_fall --screenshot "$folder/z.png" --at 50 --size 300x200 --no-ui
[ "$(grep -c "beyond the end" "$folder/err")" -eq 1 ] || fail "a time beyond the end is not told: $(cat "$folder/err")"

# how quickly pictures come is measured without a display
"$program" park_on_slope --measure 1 --size 320x240 >"$folder/out" 2>"$folder/err" || fail "--measure: $(cat "$folder/err")"
grep -q "pictures per second" "$folder/out" || fail "--measure says nothing: $(cat "$folder/out")"
expect 2 "--in-window without --measure" park_on_slope --in-window
expect 1 "--in-window without a display" park_on_slope --measure 1 --in-window
expect 2 "--in-window of a map" "$terrains/mars_made.tif" --measure 1 --in-window
"$program" --measure 1 2>"$folder/err"
[ $? -eq 2 ] || fail "--measure without a file was taken"
"$program" park_on_slope --measure 1 --screenshot "$folder/no.png" >"$folder/out" 2>"$folder/err"
[ $? -eq 2 ] || fail "--measure beside --screenshot was taken"
[ ! -e "$folder/no.png" ] || fail "--measure beside --screenshot wrote a picture"

# recorded input: two steps are two steps; a record that is cut short or none is refused
cat >"$folder/two_steps.jsonl" <<'END'
{"grouser_input":1,"size":[900,600],"scale":1.0}
{"t":0.1,"key":46,"down":true}
{"t":0.11,"key":46}
{"t":0.12,"key":46,"down":true}
{"t":0.13,"key":46}
{"end":4}
END
expect 0 "--play-input" free_fall --play-input "$folder/two_steps.jsonl" --ui-map "$folder/map.json" --screenshot "$folder/two.png"
grep -q '"step": "2"' "$folder/map.json" || fail "--play-input: $(grep '"step"' "$folder/map.json")"
[ "$(wc -c <"$folder/two.png")" -gt 20000 ] || fail "--play-input: no picture"
# A pause that was recorded at a step of a run comes at that step, however slow the pictures are.
cat >"$folder/pause.jsonl" <<'END'
{"grouser_input":1,"size":[1200,800],"scale":1.0}
{"t":0.3,"key":32,"down":true}
{"t":0.4,"key":32}
{"t":1.6,"key":32,"down":true,"step":1309}
{"t":1.7,"key":32}
{"end":4}
END
expect 0 "--play-input of a pause" free_fall --play-input "$folder/pause.jsonl" --ui-map "$folder/map.json"
grep -q '"step": "1309"' "$folder/map.json" || fail "--play-input of a pause at step 1309: $(grep '"step"' "$folder/map.json")"
head -n 3 "$folder/two_steps.jsonl" >"$folder/cut.jsonl"
for bad in "$folder/cut.jsonl" "$folder/noise.h5" "$folder/missing.jsonl"; do
  expect 2 "--play-input $bad" free_fall --play-input "$bad" --screenshot "$folder/bad.png"
  [ -e "$folder/bad.png" ] && fail "--play-input $bad: a picture was written"
done

[ "$failures" -eq 0 ] && echo "all passed"
exit "$failures"
