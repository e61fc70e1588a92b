/** Covers of the demo company's books: plain shapes in two colours, drawn by code. The same number, the same cover. Pure. */
import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [300, 420]
type Colour = readonly [red: number, green: number, blue: number]

/** ground, shape, accent */
const palettes: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [38, 70, 83],
    [42, 157, 143],
    [233, 196, 106],
  ],
  [
    [94, 84, 142],
    [190, 149, 196],
    [255, 230, 200],
  ],
  [
    [188, 71, 73],
    [242, 232, 207],
    [56, 102, 65],
  ],
  [
    [0, 95, 115],
    [148, 210, 189],
    [238, 155, 0],
  ],
  [
    [61, 64, 91],
    [224, 122, 95],
    [244, 241, 222],
  ],
  [
    [40, 54, 24],
    [221, 161, 94],
    [254, 250, 224],
  ],
  [
    [29, 53, 87],
    [69, 123, 157],
    [241, 250, 238],
  ],
  [
    [109, 89, 122],
    [229, 107, 111],
    [234, 172, 139],
  ],
]

/** What stands at a point: 0 ground, 1 shape, 2 accent. */
type Shape = (x: number, y: number) => 0 | 1 | 2
const circle = (x: number, y: number, cx: number, cy: number, r: number): boolean => (x - cx) ** 2 + (y - cy) ** 2 < r * r

const shapes: readonly Shape[] = [
  (x, y) => (circle(x, y, 150, 180, 90) ? 1 : y > 330 && y < 338 ? 2 : 0),
  (x, y) => (y > 60 + Math.abs(x - 150) * 0.9 && y < 150 + Math.abs(x - 150) * 0.9 ? 1 : circle(x, y, 150, 320, 26) ? 2 : 0),
  (x, y) => (y < 340 && y > 80 && x > 60 && x < 240 && (x + y) % 36 < 14 ? 1 : x < 12 ? 2 : 0),
  (x, y) => (circle(x, y, 220, 110, 60) ? 2 : y > 260 + 40 * Math.sin(x / 48) ? 1 : 0),
  (x, y) =>
    x > 50 && x < 250 && y > 80 && y < 300 && (Math.floor(x / 50) + Math.floor(y / 55)) % 2 === 0 ? 1 : y > 360 && y < 366 ? 2 : 0,
  (x, y) => (circle(x, y, 150, 210, 120) && !circle(x, y, 150, 210, 84) ? 1 : circle(x, y, 150, 210, 34) ? 2 : 0),
]

export function coverOf(no: number): Buffer {
  const colours = palettes[no % palettes.length] ?? palettes[0]
  const shape = shapes[(no * 5 + Math.floor(no / 8)) % shapes.length] ?? shapes[0]
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colours?.[shape?.(x, y) ?? 0] ?? [0, 0, 0]
      // the spine is a little darker
      const shade = x < 10 ? 0.82 : 1
      rows.set([red * shade, green * shade, blue * shade], y * (1 + width * 3) + 1 + x * 3)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
