/** Plain shapes of which the demo company's pictures are drawn, so that they are the same everywhere and belong to nobody else. */

export const box = (x: number, y: number, w: number, h: number, fill: string, r = 6): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
export const disc = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
export const line = (d: string, stroke: string, w: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`
export const times = (n: number, draw: (at: number) => string): string => Array.from({ length: n }, (_, at) => draw(at)).join('')

/** The ground behind a picture, from one colour to another. */
const ground = (width: number, height: number, [from, to]: readonly [from: string, to: string]): string =>
  `<defs><linearGradient id="g" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${from}"/>` +
  `<stop offset="1" stop-color="${to}"/></linearGradient></defs>${box(0, 0, width, height, 'url(#g)', 0)}`

/** A picture as PNG. */
export async function picture(
  width: number,
  height: number,
  colours: readonly [from: string, to: string],
  drawing: string,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground(width, height, colours)}${drawing}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}
