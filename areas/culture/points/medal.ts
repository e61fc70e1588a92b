/** Pictures of the usual levels: a medal of the colours of the level with as many stars. */

const size = 240

/** `stars`: 1 to 6. Answers a PNG. */
export async function medalOf(stars: number, [light, dark]: readonly [string, string]): Promise<Buffer> {
  const star = (x: number, y: number, r: number): string => {
    const points = Array.from({ length: 10 }, (_, n) => {
      const [angle, far] = [(Math.PI / 5) * n - Math.PI / 2, n % 2 === 0 ? r : r * 0.42]
      return `${(x + far * Math.cos(angle)).toFixed(1)},${(y + far * Math.sin(angle)).toFixed(1)}`
    })
    return `<polygon points="${points.join(' ')}" fill="#ffffff"/>`
  }
  const r = stars > 3 ? 20 : 26
  const rows = stars > 3 ? [Math.ceil(stars / 2), Math.floor(stars / 2)] : [stars]
  const drawn = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, n) => star(120 + (n - (count - 1) / 2) * r * 2.1, 112 + (row - (rows.length - 1) / 2) * r * 2, r)),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <defs><linearGradient id="m" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${light}"/>
    <stop offset="1" stop-color="${dark}"/></linearGradient></defs>
    <path d="M70 150 L52 228 L96 206 L120 232 L144 206 L188 228 L170 150Z" fill="${dark}"/>
    <circle cx="120" cy="112" r="98" fill="url(#m)"/>
    <circle cx="120" cy="112" r="84" fill="none" stroke="#ffffff" stroke-opacity="0.65" stroke-width="5"/>
    ${drawn.join('')}</svg>`
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}
