/** Words of the demo FBA reports. Pure. */
export interface DemoOffer {
  readonly sku: string
  readonly title: string
}
export interface DemoReport {
  readonly name: string
  readonly content: string
}
export interface Movement {
  readonly day: string
  readonly offer: DemoOffer
  readonly event: string
  readonly reference: string
  readonly quantity: number
  readonly disposition: string
  readonly reason: string
}

export const asinOf = (offer: DemoOffer): string => `B0${hashed(offer.sku, 8)}`
export const fnskuOf = (offer: DemoOffer): string => `X00${hashed(`${offer.sku}f`, 7)}`
export const hashed = (text: string, length: number): string => {
  let value = 7n
  for (const letter of text) value = (value * 1_099_511n + BigInt(letter.codePointAt(0) ?? 0)) % 1_000_000_007_919n
  return value.toString(36).toUpperCase().padStart(length, '0').slice(-length)
}
export const table = (rows: readonly (readonly (string | number)[])[]): string => rows.map(row => `${row.join('\t')}\r\n`).join('')
export const cents = (value: number): string => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`
export const numbered = (prefix: string, day: string, at: number): string =>
  `${prefix}${day.replaceAll('-', '')}${String(at).padStart(3, '0')}`

export const centres = ['ONT8', 'LAX9', 'FTW1', 'RDU4']
