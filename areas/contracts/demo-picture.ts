/** The picture that a keeper takes of what was stamped, in the demo company. */

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#d9d2c5"/>
  <rect x="140" y="40" width="360" height="400" fill="#fdfdfb"/>
  <circle cx="390" cy="330" r="62" fill="none" stroke="#c62828" stroke-width="7"/>
  <path d="M390 296 l9 24 26 1 -20 16 7 25 -22 -15 -22 15 7 -25 -20 -16 26 -1z" fill="#c62828"/></svg>`
export async function stampPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
