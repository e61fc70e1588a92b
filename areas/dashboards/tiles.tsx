/** Countries as tiles: about where they lie, each of the same size, so that a small one is seen as well as a large one. Pure. */

/** code -> column and row */
const places = new Map<string, readonly [column: number, row: number]>(
  Object.entries({
    CA: [1, 1],
    US: [1, 2],
    MX: [1, 3],
    BR: [2, 4],
    IE: [4, 1],
    GB: [5, 1],
    NL: [6, 1],
    SE: [7, 1],
    PL: [8, 1],
    FR: [5, 2],
    BE: [6, 2],
    DE: [7, 2],
    TR: [8, 2],
    ES: [5, 3],
    IT: [6, 3],
    EG: [7, 3],
    SA: [8, 3],
    ZA: [7, 4],
    AE: [8, 4],
    IN: [9, 3],
    CN: [10, 2],
    KR: [11, 2],
    JP: [12, 2],
    SG: [10, 4],
    AU: [11, 4],
  }),
)

/** Two letters of a country: itself, or what a marketplace's code ends with (amazon.co.uk). */
export function countryOf(code: string): string {
  const last = code.split('.').at(-1)?.toUpperCase() ?? ''
  if (last === 'UK') return 'GB'
  return last === 'COM' ? 'US' : last
}

export const placeOf = (code: string): readonly [column: number, row: number] | null => places.get(countryOf(code)) ?? null

type Place = readonly [column: number, row: number]
/** The same neighbours without the empty lines between them, of which one is left: tiles are as wide as there is room for. */
export function closer(all: readonly Place[]): ReadonlyMap<Place, Place> {
  const moved = (side: 0 | 1): ReadonlyMap<number, number> => {
    const to = new Map<number, number>()
    for (const at of [...new Set(all.map(place => place[side]))].toSorted((a, b) => a - b)) {
      const before = [...to].at(-1)
      to.set(at, before === undefined ? 1 : before[1] + Math.min(side === 0 ? 2 : 1, at - before[0]))
    }
    return to
  }
  const [columns, rows] = [moved(0), moved(1)]
  return new Map(all.map(place => [place, [columns.get(place[0]) ?? 1, rows.get(place[1]) ?? 1]]))
}
