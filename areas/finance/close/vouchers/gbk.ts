/**
 * Text in GBK, which the platform reads and does not write: the table is its reading turned around, made when it is first asked for. Pure.
 */
const leadFirst = 0x81
const leadLast = 0xfe
const trailFirst = 0x40
const trailLast = 0xfe
const trailNone = 0x7f
const asciiLast = 0x7f

let table: ReadonlyMap<string, readonly [lead: number, trail: number]> | undefined
function tableOf(): ReadonlyMap<string, readonly [lead: number, trail: number]> {
  if (table !== undefined) return table
  const decoder = new TextDecoder('gbk')
  const made = new Map<string, readonly [number, number]>()
  for (let lead = leadFirst; lead <= leadLast; lead += 1)
    for (let trail = trailFirst; trail <= trailLast; trail += 1) {
      if (trail === trailNone) continue
      const read = decoder.decode(Uint8Array.of(lead, trail))
      // two characters, or what stands for none: no such pair
      if ([...read].length === 1 && read !== '\ufffd' && !made.has(read)) made.set(read, [lead, trail])
    }
  table = made
  return made
}

/** The first character that GBK has not; null: all are there. */
export const notInGbk = (text: string): string | null =>
  [...text].find(character => (character.codePointAt(0) ?? 0) > asciiLast && !tableOf().has(character)) ?? null

/** Refuses nothing: ask `notInGbk` before. */
export function inGbk(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code <= asciiLast) bytes.push(code)
    else {
      const pair = tableOf().get(character)
      if (pair === undefined) throw new Error(`${character} is not in GBK`)
      bytes.push(...pair)
    }
  }
  return Uint8Array.from(bytes)
}
