"""Bodies of made vehicles as true shapes, by which they touch on request (docs/meshes.md)."""

TOUCHES = 'touches_by = "spheres"     # or "meshes": the [[body_mesh]] in their place\n'
LAYER = """
# The body as true shapes, for `touches_by = "meshes"`: as drawn below. Their layer is assumed: stiff beside what lies on it, soft enough to lie flat on a block at steps of 3 ms.
[mesh_contact]
stiffness = 1e7            # Pa/m, assumed
damping = 4e4              # Pa s/m, assumed
friction = 0.5             # -, assumed
"""


def body_mesh(name, body, shape, keys, edge):
    """`keys`: lines of the shape's own numbers."""
    return f'\n[[body_mesh]]\nname = "{name}"\nbody = "{body}"\nshape = "{shape}"\n' + "".join(f"{k}\n" for k in keys) + f"edge = {edge}\ndrawn = false\n"
