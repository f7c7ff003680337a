#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes assets/soils/*.toml from a table of published soils (CSV, SI) and the rules below.

Usage: make_soils.py soils.csv [OUTPUT_FOLDER]

A source seldom gives everything a wheel needs. What it lacks is filled in from the nearest kind of soil and listed, with
the reason, under filled_in. Columns: id, n, k_c_N_per_m_np1, k_phi_N_per_m_np2, c_Pa, phi_deg, K_m, rho_kg_m3, status,
source.
"""
import csv
import pathlib
import sys

# What to fill in, by kind of soil: value and reason for each key.
COMPACT = (0.43, 0.32, "Wong & Reece 1967, compact sand")
LOOSE = (0.18, 0.32, "Wong & Reece 1967, loose sand")
USUAL = (0.40, 0.15, "Ishigami et al. 2007, usual values for planetary soil")
KINDS = {
    "loose_sand": dict(janosi_k=(0.025, "upper end of 0.01 to 0.025 m that Wong gives for sand (recalled)"),
                       density=(1550, "dry loose sand, assumed"), peak=LOOSE),
    "sand": dict(janosi_k=(0.012, "LETE sand (Project Chrono)"), density=(1600, "dry sand, assumed"), peak=COMPACT),
    "loam": dict(janosi_k=(0.012, "LETE sand (Project Chrono), nearest with a known K"),
                 density=(1500, "loam, assumed"), peak=COMPACT),
    "clay": dict(janosi_k=(0.006, "Wong gives some 0.006 m for clay (recalled)"),
                 density=(1700, "moist clay, assumed"), peak=COMPACT),
    "snow": dict(janosi_k=(0.04, "Wong gives 0.025 to 0.05 m for snow (recalled)"),
                 density=(350, "settled snow, assumed"), peak=USUAL),
    "moon": dict(janosi_k=(0.0178, "lunar nominal soil (Project Chrono)"),
                 density=(1660, "Apollo nominal (Lunar Sourcebook)"), peak=USUAL),
    "mars": dict(janosi_k=(0.01, "DLR mechanical Mars simulant"), density=(1500, "Mars simulant, assumed"), peak=USUAL),
}
KIND_OF = [("wong_dry_sand", "loose_sand"), ("sand_TSWJ", "loose_sand"), ("iagnemma", "loose_sand"), ("azimi", "loose_sand"),
           ("CMU", "sand"), ("silica5", "sand"), ("wong_LETE", "sand"), ("wong_snow", "snow"), ("wong_heavy_clay", "clay"),
           ("wong_lean_clay", "clay"), ("wong_clayey", "clay"), ("wong", "loam"), ("DLR", "mars"), ("krenn", "mars"),
           ("MERB", "mars"), ("CRM", "moon"), ("", "moon")]
# Found beside the table, or taken from a nearer soil than the kind's: id -> key -> (value, reason or None if found).
SPECIAL = {
    "krenn_SCM_exomars": dict(cohesion=(188, "DLR simulant A, whose moduli are the same (recalled)"),
                              phi_deg=(24.8, "DLR simulant A, whose moduli are the same (recalled)")),
    "CMU_sand": dict(k_c=(0, "the source has one lumped modulus, put under k_phi"),
                     theta_m_c1=(0.2365, None), theta_m_c2=(0.6892, None),
                     slip_sinkage_n1=(0.01, None), skid_sinkage_n1=(0.74, None)),
    "azimi2013": dict(theta_m_c1=(0.18, None), theta_m_c2=(0.32, None)),
    "iagnemma2004_dry_sand": dict(theta_m_c1=(0.3, None), theta_m_c2=(0.4, None)),
    "ding2011_simulant": dict(slip_sinkage_n1=(0.43,
                              "identified from how the sinkage of Ding's smooth wheel grew with slip, n0 as published; a fit")),
}
NEEDED = ["n", "k_c", "k_phi", "cohesion", "phi_deg", "janosi_k", "density", "theta_m_c1", "theta_m_c2"]
OPTIONAL = ["slip_sinkage_n1", "skid_sinkage_n1", "unloading_stiffness", "soil_damping_per_area"]
COLUMN = dict(n="n", k_c="k_c_N_per_m_np1", k_phi="k_phi_N_per_m_np2", cohesion="c_Pa", phi_deg="phi_deg", janosi_k="K_m",
              density="rho_kg_m3")
DAMPING = (30000, "Project Chrono's SCM damping, 3e4 Pa s/m; assumed for this soil")
# Where a row of the table cannot stand as it is: id -> key -> (value, reason).
MENDED = {
    "apollo_dense": dict(n=(1, "as apollo_nominal and apollo_loose have it (Lunar Sourcebook ch. 9); the table's 1.2 is an upper bound that "
                               "belongs to no modulus: with this k_phi the dense soil would be softer than the nominal one down to 0.15 m")),
}


def kind_of(soil_id):
    return next(kind for prefix, kind in KIND_OF if soil_id.startswith(prefix))


def unloading(values):
    """Chrono's SCM demos use 4e7 to 4e8 Pa/m: the stiff end where the virgin curve itself is steep."""
    k = values["k_c"] / 0.15 + values["k_phi"]
    steep = values["n"] * k * 0.01 ** (values["n"] - 1.0) > 4e6
    return (4e8 if steep else 4e7), "Project Chrono's SCM elastic stiffness, 4e7 to 4e8 Pa/m: %s" % (
        "stiff end, for a firm soil" if steep else "soft end, for a loose soil")


def fill(soil_id, found):
    """All values of a soil and the list of what was filled in."""
    kind = KINDS[kind_of(soil_id)]
    c1, c2, peak_reason = kind["peak"]
    fallback = dict(janosi_k=kind["janosi_k"], density=kind["density"], theta_m_c1=(c1, peak_reason),
                    theta_m_c2=(c2, peak_reason))
    special = SPECIAL.get(soil_id, {})
    values, filled = {}, []
    mended = MENDED.get(soil_id, {})
    for key in NEEDED + OPTIONAL:
        if key in found and key not in mended:
            values[key] = found[key]
            continue
        value, reason = mended.get(key) or special.get(key) or fallback.get(key) or (None, None)
        if key == "unloading_stiffness":
            value, reason = unloading(values)
        if key == "soil_damping_per_area":
            value, reason = DAMPING
        if value is None:
            continue
        values[key] = value
        if reason:
            filled.append((key, reason))
    return values, filled


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(x):
    text = repr(float(x))
    return text[:-2] if text.endswith(".0") else text


UNITS = dict(n="-", k_c="N/m^(n+1)", k_phi="N/m^(n+2)", cohesion="Pa", phi_deg="deg", janosi_k="m", density="kg/m3",
             theta_m_c1="-", theta_m_c2="-", slip_sinkage_n1="-", skid_sinkage_n1="-", side_sinkage_n1="-", exit_b0="-", exit_b1="-",
             front_wall="-", unloading_stiffness="Pa/m",
             soil_damping_per_area="N s/m3", hard_stiffness="N/m", hard_damping="N s/m", friction_mu="-")


def write(folder, soil_id, name, kind, values, filled, sources, provisional=None, same_as=None):
    lines = ['units = "SI"', "name = " + quoted(name), 'kind = "%s"' % kind]
    if same_as:
        lines += ["same_as = " + quoted(same_as)]
    if provisional:
        lines += ["provisional = true", "provisional_reason = " + quoted(provisional)]
    lines += ["sources = [" + ", ".join(quoted(s) for s in sources) + "]", ""]
    lines += ["%s = %s  # %s" % (key, number(value), UNITS[key]) for key, value in values.items()]
    lines += ["", "# values the source lacks"] if filled else []
    lines += ["filled_in = ["] + ["  " + quoted("%s: %s" % f) + "," for f in filled] + ["]"] if filled else []
    (folder / (soil_id + ".toml")).write_text("\n".join(lines) + "\n")


NAMES = {"CMU_sand": "CMU sand, set tuned for the wheel with grousers"}
# One soil under two names: what each source prints agrees, and what it lacks is filled in alike.
SAME = {"krenn_SCM_exomars": "DLR_sim_A"}
# Chosen by material among the published soils that carry what DynRPAT drives on the simulants: the ExoMars LVM, 310 kg, at 9.81 m/s2
# (tests/mission/gradeability_test.cpp).
STAND_INS = {
    "es1": ("ES-1, fine dust analogue (stand-in)", "FJS1_roverdevkit",
            "nepheline syenite dust below 30 um: FJS-1, a fine simulant on which the ExoMars LVM drives on level ground"),
    "es2": ("ES-2, fine aeolian sand (stand-in)", "ding2011_simulant",
            "silica sand of 60 to 250 um: Ding's dry simulant, on which the ExoMars LVM drives on level ground"),
    "es3": ("ES-3, coarse sand (stand-in)", "wong_LETE_sand", "Leighton Buzzard silica sand of 300 to 800 um: LETE sand"),
    "es4": ("ES-4 (stand-in)", "wong_sandy_loam_23pct_Mich",
            "its material was not found described, only that the ExoMars LVM was driven up tilts of it: a loam that it climbs from 0 to "
            "20 deg with a growing slip"),
}
# Sets that the table lacks: id -> (name, the soil it starts from, changed values, {filled-in key: reason}, source).
EXTRA = {
    "CMU_sand_smooth": ("CMU sand, set tuned for the smooth wheel", "CMU_sand",
                        dict(theta_m_c1=0.4045, theta_m_c2=0.4198, skid_sinkage_n1=0.55), {},
                        "robomechanics/3d-terramechanics terramechanics/set_soil_params.m as last changed, set K10_mini_smooth "
                        "(n0 1.4 and K 0.01 m stood in earlier versions); c, K, n0, n1, n2 hand-tuned by the authors, the place "
                        "of the largest stress fitted by them to this wheel (found)"),
    "CMU_sand_smooth_identified": (
        "CMU sand, smooth wheel, with exit angle, front wall and side sinkage identified", "CMU_sand",
        dict(theta_m_c1=0.4045, theta_m_c2=0.4198, skid_sinkage_n1=0.55, exit_b0=0.38, exit_b1=0.38, side_sinkage_n1=0.52,
             front_wall=0.25),
        dict(exit_b0="identified with front_wall from the pull of CMU's nine straight drives of the smooth wheel; a fit",
             exit_b1="taken equal to exit_b0", front_wall="identified with exit_b0",
             side_sinkage_n1="identified from the sinkage of the six drives at slip 0 and slip angles of 0 to 75 degrees"),
        "CMU_sand_smooth, to which four numbers are added"),
    "ding2011_identified": ("Ding 2011 simulant, sinkage exponents identified", "ding2011_simulant",
                            dict(n=0.86, slip_sinkage_n1=0.64),
                            dict(n="n0 and n1 identified together from the measured sinkage of Ding's smooth wheel; a fit",
                                 slip_sinkage_n1="identified with n"),
                            "ding2011_simulant, whose n and n1 are replaced"),
}
HARD = {
    "hard_plate": ("Steel or concrete plate", dict(hard_stiffness=1e6, hard_damping=2000, friction_mu=0.6),
                   "order of magnitude for a light metal wheel on a plate"),
    "bedrock": ("Bedrock", dict(hard_stiffness=5e6, hard_damping=5000, friction_mu=0.7),
                "stiffer and rougher than a plate"),
}


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else pathlib.Path(__file__).parent.parent / "assets" / "soils"
    done = {}
    with open(sys.argv[1], newline="") as file:
        for row in csv.DictReader(file):
            found = {key: float(row[column]) for key, column in COLUMN.items() if row[column] != ""}
            values, filled = fill(row["id"], found)
            source = row["source"] + " (" + row["status"] + ")"
            if row["source"] == "same":
                source = previous
            previous = source
            done[row["id"]] = (values, filled, source)
            write(folder, row["id"], NAMES.get(row["id"], row["id"].replace("_", " ")), "soft", values, filled, [source], same_as=SAME.get(row["id"]))
    for soil_id, (name, like, why) in STAND_INS.items():
        values, filled, source = done[like]
        reason = "the Bekker and shear numbers of the ESA simulants are not public; chosen by material and by what drives on it: " + why
        write(folder, soil_id, name, "soft", values, filled, ["numbers of " + like + ": " + source], reason,
              same_as=like)
    for soil_id, (name, like, changes, reasons, source) in EXTRA.items():
        values, filled, _ = done[like]
        kept = [f for f in filled if f[0] not in changes] + list(reasons.items())
        write(folder, soil_id, name, "soft", values | changes, kept, [source])
    for soil_id, (name, values, why) in HARD.items():
        write(folder, soil_id, name, "hard", values, [(key, "assumed: " + why) for key in values], ["assumed"])


if __name__ == "__main__":
    main()
