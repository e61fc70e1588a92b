/** The font of what the server draws itself: that of printed pages, so that no font of the machine is needed. */
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const family = 'zg-paper'

/** Neither the package nor the machine has a font with Chinese characters. */
export class NoFont extends Error {}

let known: Promise<boolean> | undefined

export const haveFont = (): Promise<boolean> => (known ??= hasChinese())

/** The font of so many pixels, for a canvas. */
export async function pageFont(size: number): Promise<string> {
  if (!(await haveFont())) throw new NoFont()
  return fontOf(size)
}
const fontOf = (size: number): string => `${size}px ${family}`

async function hasChinese(): Promise<boolean> {
  const { GlobalFonts, createCanvas } = await import('@napi-rs/canvas')
  const folder = packaged()
  // a part of the characters each; the library takes them as one
  for (const name of folder === null ? [] : await readdir(folder))
    if (name.endsWith('-400-normal.woff2')) GlobalFonts.registerFromPath(join(folder ?? '', name), family)
  // what a PDF names and nobody has falls back to it
  const drawing = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as object
  const { get, set } = Object.getOwnPropertyDescriptor(drawing, 'font') ?? {}
  if (get !== undefined && set !== undefined)
    Object.defineProperty(drawing, 'font', {
      get,
      set(this: unknown, font: string) {
        set.call(this, `${font}, ${family}`)
      },
    })
  const drawn = (character: string): Buffer => {
    const canvas = createCanvas(32, 32)
    const context = canvas.getContext('2d')
    context.font = fontOf(24)
    context.fillText(character, 2, 26)
    return canvas.toBuffer('image/png')
  }
  // no font has the second
  return !drawn('汉').equals(drawn('\u{10FFFE}'))
}

/** The package is optional. */
function packaged(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json')), 'files')
  } catch {
    // not installed: fonts of the machine are looked for
    return null
  }
}
