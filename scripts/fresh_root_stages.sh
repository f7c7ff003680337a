# SPDX-License-Identifier: BSD-3-Clause
# Sourced by scripts/fresh_root: its stages. Each is a function that ends with an error where something is not as it must be; count NAME
# VALUE adds to the numbers of the table.
clone=/src/grouser
packages=(grouser libgrouser-dev grouser-doc python3-grouser)

count() { printf '%s %s\n' "$1" "$2" >>"$numbers"; }
expect() { # expect WHAT FOUND WANTED
  [ "$2" = "$3" ] || { echo "$1: found '$2', expected '$3'"; exit 1; }
}

# Mounts the file systems that programs in a root expect.
mount_roots() {
  local name
  for name in build user; do
    [ -d "$folder/$name/proc" ] || continue
    mountpoint -q "$folder/$name/proc" || mount -t proc proc "$folder/$name/proc"
    mountpoint -q "$folder/$name/sys" || mount -t sysfs -o ro sysfs "$folder/$name/sys"
    mountpoint -q "$folder/$name/dev/pts" || mount -t devpts -o newinstance,ptmxmode=0666 devpts "$folder/$name/dev/pts"
    mountpoint -q "$folder/$name/dev/shm" || mount -t tmpfs tmpfs "$folder/$name/dev/shm"
  done
}

# inside ROOT COMMAND: one line of bash in a root, with none of this environment but how to reach the network.
inside() {
  env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$folder/$1" bash -c "set -euo pipefail; $2"
}

# The hash of the last state of the wheel drop, by the program PROGRAM in ROOT.
hash_of_drop() {
  inside "$1" "cd /tmp && $2 run wheel_drop_200 --json" | sed -n 's/^ *"state_hash": "\([0-9a-f]*\)".*/\1/p'
}

checkout_hash() { hash_of_drop build "$clone/build/release/bin/grouser"; }

# Every file of the user's root, but those that a use of apt or a cache rewrites.
files_of_user() {
  (cd "$folder/user" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./root -o -path ./var/cache -o -path ./var/log \
    -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | sort)
}

stage_root() {
  if [ ! -d "$folder/build" ]; then
    debootstrap --variant=minbase "$release" "$folder/made" "$mirror"
    if [ -n "$apt_conf" ]; then cp "$apt_conf" "$folder/made/etc/apt/apt.conf.d/99here"; fi
    # A container starts no services.
    printf '#!/bin/sh\nexit 101\n' >"$folder/made/usr/sbin/policy-rc.d"
    chmod +x "$folder/made/usr/sbin/policy-rc.d"
    cp -a "$folder/made" "$folder/user"
    mv "$folder/made" "$folder/build"
  fi
  rm -rf "$folder/build/src"
  mkdir -p "$folder/build/src"
  git -c safe.directory='*' clone --no-hardlinks "$root" "$folder/build$clone"
  count packages "$(inside build 'dpkg-query -W | wc -l')"
}

stage_run() {
  inside build "cd $clone && scripts/run"
  test -s "$folder/build$clone/out/wheel_drop_200.png"
  cp "$folder/build$clone/out/wheel_drop_200.png" "$logs/run.png"
  count hash "$(checkout_hash)"
}

stage_test() {
  local code=0 said
  inside build "cd $clone && GROUSER_WERROR=${GROUSER_WERROR:-OFF} scripts/test" || code=$?
  said="$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\2 tests, \1 failed/p' "$logs/test.log")"
  [ -n "$said" ] || { echo "the tests did not come to an end"; exit 1; }
  printf '%s\n' "$said" >>"$numbers"
  count skipped "$(grep -c '\*\*\*Skipped' "$logs/test.log" || true)"
  return "$code"
}

stage_package() {
  inside build "cd $clone && scripts/package"
  rm -rf "$logs/packages"
  cp -r "$folder/build$clone/build/release/packages" "$logs/packages"
  # Only now, so that neither build nor tests find it. It brings others along, which the packages must not need.
  inside build "apt-get -q update && apt-get -q -y install --no-install-recommends lintian"
  local code=0
  inside build "lintian --allow-root --fail-on error $clone/build/release/packages/*.deb" | tee "$logs/lintian.txt" || code=$?
  count "lintian errors" "$(grep -c '^E:' "$logs/lintian.txt" || true)"
  count "warnings" "$(grep -c '^W:' "$logs/lintian.txt" || true)"
  return "$code"
}

stage_moved() {
  local expected found
  expected="$(checkout_hash)"
  inside build "rm -rf /opt/first /opt/second && cd $clone && cmake --install build/release --prefix /opt/first >/dev/null"
  inside build "mv /opt/first /opt/second && mv $clone $clone.gone"
  found="$(hash_of_drop build /opt/second/bin/grouser || true)"
  inside build "/opt/second/bin/grouser terrain info /opt/second/share/grouser/terrains/mars_made.tif >/dev/null" || found+=" no raster"
  inside build "mv $clone.gone $clone && rm -rf /opt/second"
  expect "hash of the moved installation" "$found" "$expected"
  count hash "$found"
}

# install_packages_of_user [apt options] [more packages]
install_packages_of_user() {
  mkdir -p "$folder/user/tmp/packages"
  cp "$logs"/packages/*.deb "$folder/user/tmp/packages/"
  inside user "apt-get -q update && apt-get -q -y install $* /tmp/packages/*.deb"
}

stage_install() {
  inside user "apt-get -q -y purge --autoremove ${packages[*]} 2>/dev/null || true"
  files_of_user >"$logs/files_before.txt"
  local before
  before="$(inside user 'dpkg-query -W | wc -l')"
  install_packages_of_user --no-install-recommends
  count "packages besides" "$(($(inside user 'dpkg-query -W | wc -l') - before - ${#packages[@]}))"
}

stage_use() {
  local expected found
  expected="$(checkout_hash)" found="$(hash_of_drop user grouser)"
  expect "hash of the installed program" "$found" "$expected"
  count hash "$found"
  found="$(inside user "python3 -c 'import grouser; print(grouser.Scenario(\"wheel_drop_200\").metrics()[\"state_hash\"])'" || true)"
  expect "hash of the package of Python" "$found" "$expected"
  inside user "grouser terrain info /usr/share/grouser/terrains/mars_made.tif"
  inside user "cd /tmp && grouser-desktop wheel_drop_200 --screenshot /tmp/headless.png --at 7.33"
  test -s "$folder/user/tmp/headless.png"
  cp "$folder/user/tmp/headless.png" "$logs/use.png"
}

stage_purge() {
  inside user "apt-get -q -y purge --autoremove ${packages[*]}"
  files_of_user >"$logs/files_after.txt"
  comm -13 "$logs/files_before.txt" "$logs/files_after.txt" >"$logs/files_left.txt"
  echo "left by what was installed beside:"
  cat "$logs/files_left.txt"
  count "files of Grouser left" "$(grep -ci grouser "$logs/files_left.txt" || true)"
  count "of other packages" "$(grep -cvi grouser "$logs/files_left.txt" || true)"
  if grep -i grouser "$logs/files_left.txt"; then exit 1; fi
  if inside user "dpkg-query -W ${packages[*]} 2>/dev/null" | grep grouser; then exit 1; fi
}

stage_shell() {
  install_packages_of_user --no-install-recommends man-db bash-completion xvfb x11-apps xdotool g++ cmake make
  inside user "MANPAGER=cat man grouser-run | head -n 40 | grep -i 'grouser.run'"
  count "man pages" "$(inside user "dpkg -L grouser | grep -c '/man1/'")"
  # As Tab does, this calls the function that bash-completion finds for the word with the typed text.
  inside user '. /usr/share/bash-completion/bash_completion
    set +eu
    __load_completion grouser 2>/dev/null || _comp_load grouser
    function=$(complete -p grouser | sed "s/.*-F \([^ ]*\).*/\1/")
    COMP_WORDS=(grouser res) COMP_CWORD=1 COMP_LINE="grouser res" COMP_POINT=11
    $function grouser res grouser
    echo "Tab after grouser res: ${COMPREPLY[*]}"
    [[ "${COMPREPLY[*]}" = *resume* ]]'
}

stage_window() {
  inside user 'cd /tmp && rm -f map.json && Xvfb :7 -screen 0 1280x800x24 >/dev/null 2>&1 & sleep 3
    cd /tmp && DISPLAY=:7 grouser-desktop wheel_drop_200 --ui-map /tmp/map.json & window=$!
    for _ in $(seq 600); do grep -q "\"state\": \"paused\"" /tmp/map.json 2>/dev/null && break; sleep 0.2; done
    sleep 2
    DISPLAY=:7 xwd -root -silent >/tmp/window.xwd
    kill $window'
  local colours
  colours="$(tail -c +4000 "$folder/user/tmp/window.xwd" | od -An -v -tx4 -w4 | sort -u | wc -l)"
  count colours "$colours"
  cp "$folder/user/tmp/window.xwd" "$logs/"
  [ "$colours" -gt 500 ] || { echo "the picture of the window has $colours colours, expected over 500"; exit 1; }
}

stage_library() {
  local expected found
  expected="$(checkout_hash)"
  rm -rf "$folder/user/tmp/examples"
  cp -r "$folder/build$clone/examples" "$folder/user/tmp/examples"
  inside user "cmake -S /tmp/examples -B /tmp/examples/build && cmake --build /tmp/examples/build"
  found="$(inside user "cd /tmp && /tmp/examples/build/drop" | sed -n 's/^state_hash //p')"
  expect "hash of the example drop" "$found" "$expected"
  count hash "$found"
  count "lines of CMake" "$(wc -l <"$folder/user/tmp/examples/CMakeLists.txt")"
}
