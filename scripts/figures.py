#!/usr/bin/env python3
"""Makes web/src/ui/figures.woff2: the figures of Golos Text, all equally wide.

The font calls its figures tabular, yet six of them keep widths of their own, so that a stack or a clock jumps when it changes. Here
each has the width of the zero at every weight, its drawing in the middle, and what stands between figures comes along, so that an
amount is one run of one font. The licence of Golos Text (OFL) allows it, under another name.

Run it after a new version of the font: pip install fonttools brotli, npm ci in web, then scripts/figures.py.
"""
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import USE_MY_METRICS

WEB = Path(__file__).resolve().parent.parent / "web"
SOURCE = WEB / "node_modules/@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2"
TARGET = WEB / "src/ui/figures.woff2"
FIGURES = "0123456789"
# The narrow space that Russian puts between thousands is not in the font.
BETWEEN = "., \u00a0"
NARROW_SPACE = 0x202F
NAME = "Kozyr Figures"
# Behind a glyph's own points stand four that carry its size: left, right, top, bottom. The right one is its width.
RIGHT = -3


def subset(font):
    options = Options()
    options.layout_features = ["tnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text=FIGURES + BETWEEN)
    subsetter.subset(font)


def tabular(font):
    """The tabular figure of each figure."""
    lookups = font["GSUB"].table.LookupList.Lookup
    mapping = {k: v for lookup in lookups for table in lookup.SubTable for k, v in table.mapping.items()}
    cmap = font.getBestCmap()
    return {figure: mapping[cmap[ord(figure)]] for figure in FIGURES}


def as_wide_as(font, glyph, zero):
    """Gives a figure the zero's width at every weight, its drawing in the middle of it."""
    hmtx, variations = font["hmtx"], font["gvar"].variations
    outline = font["glyf"][glyph]
    # Those with a drawing of their own were made for the table; the others only refer to the figure of running text and say that
    # its width is theirs.
    if not outline.isComposite():
        return
    (drawing,) = outline.components
    drawing.flags &= ~USE_MY_METRICS
    drawing.x += (hmtx[zero][0] - hmtx[glyph][0]) // 2
    hmtx[glyph] = (hmtx[zero][0], drawing.x + hmtx[drawing.glyphName][1])
    for own, wanted in zip(variations[glyph], variations[zero], strict=True):
        assert own.axes == wanted.axes, (glyph, own, wanted)
        grows, wider = wanted.coordinates[RIGHT][0], own.coordinates[RIGHT][0]
        own.coordinates[0] = ((grows - wider) // 2, 0)
        own.coordinates[RIGHT] = (grows, 0)


def main():
    font = TTFont(SOURCE)
    subset(font)
    figures = tabular(font)
    for glyph in figures.values():
        as_wide_as(font, glyph, figures["0"])
    # A figure is the tabular one, whether anybody asks for it or not.
    for table in font["cmap"].tables:
        for figure, glyph in figures.items():
            table.cmap[ord(figure)] = glyph
        table.cmap[NARROW_SPACE] = font.getBestCmap()[0xA0]
    # Widths come from the outlines' own variations; what is said of them elsewhere would be wrong now.
    for gone in ("HVAR", "GSUB", "GPOS", "GDEF", "STAT", "kern"):
        if gone in font:
            del font[gone]
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = NAME
        if record.nameID in (3, 6):
            record.string = NAME.replace(" ", "")
    options = Options()
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(text=FIGURES + BETWEEN + chr(NARROW_SPACE))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET.relative_to(WEB.parent)}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
