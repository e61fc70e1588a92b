/** Makes a picture small enough to be taken: turned, cut to a part of it, scaled, in falling quality. */

/** Longest side in pixels that is kept (specification: max image size). */
export const sideMax = 3000
const qualities = [0.92, 0.85, 0.75, 0.6]
/** Each round scales by this; ten rounds are a tenth of the side. */
const step = 0.8
const roundsMax = 10

/** A part of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Cut {
  /** in pixels of the box around the turned picture */
  readonly area: Area
  /** degrees, clockwise */
  readonly rotation?: number
  /** width in pixels of what comes out; without it the part keeps its own, up to `sideMax` */
  readonly width?: number
  /** a PNG stays a PNG, where it is small enough as one */
  readonly isKeptType?: boolean
}

/** Sides of the box that a turned picture fills. */
export function turnedSize(width: number, height: number, degrees: number): { readonly width: number; readonly height: number } {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  return { width: cos * width + sin * height, height: sin * width + cos * height }
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise(resolve => canvas.toBlob(resolve, type, quality))

interface Drawing {
  readonly area: Area
  readonly rotation: number
  readonly scale: number
  readonly isOpaque: boolean
}

function draw(picture: ImageBitmap, { area, rotation, scale, isOpaque }: Drawing): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('the browser has no canvas')
  if (isOpaque) {
    // JPEG has no transparency: what was see-through becomes white, not black
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.imageSmoothingQuality = 'high'
  const box = turnedSize(picture.width, picture.height, rotation)
  pen.scale(canvas.width / area.width, canvas.height / area.height)
  pen.translate(box.width / 2 - area.x, box.height / 2 - area.y)
  pen.rotate((rotation * Math.PI) / 180)
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2)
  return canvas
}

async function drawnWithin(picture: ImageBitmap, bytesMax: number, cut: Cut | undefined, type: string): Promise<Blob | null> {
  const area = cut?.area ?? { x: 0, y: 0, width: picture.width, height: picture.height }
  const rotation = cut?.rotation ?? 0
  let scale = cut?.width === undefined ? Math.min(1, sideMax / Math.max(area.width, area.height)) : cut.width / area.width
  if (cut?.isKeptType === true && type === 'image/png') {
    const blob = await blobOf(draw(picture, { area, rotation, scale, isOpaque: false }), type)
    if (blob !== null && blob.size <= bytesMax) return blob
  }
  for (let round = 0; round < roundsMax; round += 1, scale *= step) {
    const canvas = draw(picture, { area, rotation, scale, isOpaque: true })
    for (const quality of qualities) {
      const blob = await blobOf(canvas, 'image/jpeg', quality)
      if (blob !== null && blob.size <= bytesMax) return blob
    }
  }
  return null
}

/** The file as it is where it fits, else one of at most `bytesMax`; null: no picture the browser can open. */
export async function fitting(file: File, bytesMax: number, cut?: Cut): Promise<File | null> {
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png'
  if (cut === undefined && isTaken && file.size <= bytesMax) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    if (error instanceof DOMException) return null
    throw error
  })
  if (picture === null) return null
  try {
    const blob = await drawnWithin(picture, bytesMax, cut, file.type)
    if (blob === null) return null
    const ending = blob.type === 'image/png' ? '.png' : '.jpg'
    return new File([blob], file.name.replace(/\.[^.]*$/, '') + ending, { type: blob.type })
  } finally {
    picture.close()
  }
}
