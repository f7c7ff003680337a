# SPDX-License-Identifier: BSD-3-Clause
"""Bodies of made vehicles as true shapes, by which they touch on request (docs/meshes.md)."""

TOUCHES = 'touches_by = "spheres"     # or "meshes": the [[body_mesh]] in their place\n'


def layer(stiffness, damping, lies_on):
    return f"""
# The body as true shapes, for `touches_by = "meshes"`: as drawn below. Their layer is assumed: stiff beside what lies on it, soft enough to lie flat on {lies_on} at steps of 3 ms.
[mesh_contact]
stiffness = {stiffness}            # Pa/m, assumed
damping = {damping}              # Pa s/m, assumed
friction = 0.5             # -, assumed
"""


LAYER = layer("1e7", "4e4", "a block")
ROVER_LAYER = layer("3e6", "1e4", "a block, or on a ramp of 25 kg,")


def body_mesh(name, body, shape, keys, edge):
    """`keys`: lines of the shape's own numbers."""
    return f'\n[[body_mesh]]\nname = "{name}"\nbody = "{body}"\nshape = "{shape}"\n' + "".join(f"{k}\n" for k in keys) + f"edge = {edge}\ndrawn = false\n"
