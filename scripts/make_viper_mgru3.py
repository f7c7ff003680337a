#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes assets/rovers/viper_mgru3.toml from viper.toml: masses and inertias by 73/440, all else the same."""
import pathlib
import re

ROVERS = pathlib.Path(__file__).resolve().parent.parent / "assets" / "rovers"
SHARE = 73.0 / 440.0

HEAD = """# Earth test unit of the VIPER class (MGRU3): a sixth of the mass, so that its weight on Earth is the flight rover's on the Moon.
# Wheels, geometry and springs are the same. Written from viper.toml by scripts/make_viper_mgru3.py: change that file.
# The springs carry 716.1 N here and 712.8 N on the Moon: 0.01 degrees of arm more.
# Values marked "assumed" have no public source.
"""


def scaled(number):
    return f"{float(number) * SHARE:.12g}"


def main():
    text = (ROVERS / "viper.toml").read_text()
    text = HEAD + text[text.index('units = "SI"'):]
    text = text.replace('name = "viper"', 'name = "viper_mgru3"', 1)
    text = text.replace('title = "VIPER class (sprung arms)"', 'title = "VIPER class, Earth test unit"', 1)
    text = text.replace('"440 kg, wheel', '"73 kg (440/6), wheel', 1)
    text = text.replace('"split of the 440 kg over bodies;', '"split of the 73 kg over bodies, as the flight rover\'s;', 1)
    text = re.sub(r"^mass = (\S+)$", lambda m: f"mass = {scaled(m[1])}", text, flags=re.M)
    text = re.sub(r"^inertia = \[(.*)\]$",
                  lambda m: "inertia = [" + ", ".join(scaled(x) for x in m[1].split(",")) + "]", text, flags=re.M)
    text = text.replace("  # level in lunar gravity", "  # level under this weight")
    (ROVERS / "viper_mgru3.toml").write_text(text)


if __name__ == "__main__":
    main()
