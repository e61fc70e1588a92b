/**
 * Where a notice lies over nothing: no centre of a control beneath it, no total, no pager, away from focus and pointer; of such places the
 * one nearest to the top right. Pure.
 */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Around {
  readonly window: { readonly width: number; readonly height: number }
  readonly size: { readonly width: number; readonly height: number }
  /** the least top: below the bar */
  readonly top: number
  /** whose centre must stay free, and that is better left free whole */
  readonly controls: readonly Box[]
  /** that must stay free whole */
  readonly kept: readonly Box[]
}

const edge = 8
const stepX = 12
const stepY = 3
/** px around a centre that stay free as well */
const centreRoom = 2
/** what it costs to lie over a part of a control, in px of way from the top right */
const partCost = 240
const coveredCost = 1_000_000

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

function centreOf({ left, top, right, bottom }: Box): Box {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return { left: x - centreRoom, right: x + centreRoom, top: y - centreRoom, bottom: y + centreRoom }
}

export function freePlace({ window, size, top, controls, kept }: Around): { readonly left: number; readonly top: number } {
  const centres = controls.map(centreOf)
  const right = Math.max(edge, window.width - size.width - edge)
  const last = Math.max(top, window.height - size.height - edge)
  let best = { left: right, top }
  let least = Infinity
  for (let y = top; y <= last; y += stepY)
    for (let x = right; x >= Math.min(edge, right); x -= stepX) {
      const way = right - x + (y - top)
      if (way >= least) break
      const box = { left: x, top: y, right: x + size.width, bottom: y + size.height }
      let cost = way
      for (const [i, control] of controls.entries()) {
        if (!meets(box, control)) continue
        const centre = centres[i]
        cost += centre !== undefined && meets(box, centre) ? coveredCost : partCost
        if (cost >= least) break
      }
      for (const one of kept) if (meets(box, one)) cost += coveredCost
      if (cost < least) {
        least = cost
        best = { left: x, top: y }
      }
    }
  return best
}
