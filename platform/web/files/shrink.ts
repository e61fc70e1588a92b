/** Makes a photo small enough to be taken: cut to a part of it, scaled, as JPEG of falling quality. */

/** Longest side in pixels that is kept. */
const sideMax = 3000
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

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))

function draw(picture: ImageBitmap, area: Area, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('the browser has no canvas')
  // JPEG has no transparency: what was see-through becomes white, not black
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The file as it is where it fits, else a JPEG of at most `bytesMax`; null: no picture the browser can open. */
export async function fitting(file: File, bytesMax: number, area?: Area): Promise<File | null> {
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png'
  if (area === undefined && isTaken && file.size <= bytesMax) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    if (error instanceof DOMException) return null
    throw error
  })
  if (picture === null) return null
  try {
    const part = area ?? { x: 0, y: 0, width: picture.width, height: picture.height }
    let scale = Math.min(1, sideMax / Math.max(part.width, part.height))
    for (let round = 0; round < roundsMax; round += 1, scale *= step) {
      const canvas = draw(picture, part, scale)
      for (const quality of qualities) {
        const blob = await jpegOf(canvas, quality)
        if (blob !== null && blob.size <= bytesMax) return new File([blob], file.name.replace(/\.[^.]*$/, '') + '.jpg', { type: blob.type })
      }
    }
    return null
  } finally {
    picture.close()
  }
}
