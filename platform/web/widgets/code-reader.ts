/** Reads codes of a picture in plain JavaScript, for browsers that can't themselves. A chunk of its own, loaded with the first camera. */
import {
  BarcodeFormat,
  BinaryBitmap,
  ChecksumException,
  DecodeHintType,
  FormatException,
  HybridBinarizer,
  MultiFormatOneDReader,
  NotFoundException,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'

const { EAN_13, EAN_8, UPC_A, CODE_128, ITF } = BarcodeFormat
/** longer sides are made smaller first: a code fills a good part of the picture */
const sideMax = 1_000
const bars = new MultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, [EAN_13, EAN_8, UPC_A, CODE_128, ITF]]]))
// not its MultiFormatReader, which warns on the console of each picture without a code
const readers = [bars, new QRCodeReader()]

/** The code in a picture of grey values, row by row; null: there is none. */
export function codeIn(grey: Uint8ClampedArray, width: number, height: number): string | null {
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))
  for (const reader of readers)
    try {
      return reader.decode(picture).getText()
    } catch (error) {
      if (!(error instanceof NotFoundException || error instanceof ChecksumException || error instanceof FormatException)) throw error
    } finally {
      reader.reset()
    }
  return null
}

/** As the browser's own detector answers. */
export class CodeReader {
  readonly #canvas = document.createElement('canvas')

  detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> {
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, sideMax / Math.max(videoWidth, videoHeight, 1))
    const [width, height] = [Math.floor(videoWidth * scale), Math.floor(videoHeight * scale)]
    if (width === 0 || height === 0) return Promise.resolve([])
    this.#canvas.width = width
    this.#canvas.height = height
    const painter = this.#canvas.getContext('2d', { willReadFrequently: true })
    if (painter === null) return Promise.resolve([])
    painter.drawImage(video, 0, 0, width, height)
    const code = codeIn(greyOf(painter.getImageData(0, 0, width, height).data), width, height)
    return Promise.resolve(code === null ? [] : [{ rawValue: code }])
  }
}

/** green counts twice, as eyes see it about so */
function greyOf(colours: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(colours.length / 4)
  for (let at = 0; at < grey.length; at++)
    grey[at] = ((colours[at * 4] ?? 0) + 2 * (colours[at * 4 + 1] ?? 0) + (colours[at * 4 + 2] ?? 0)) / 4
  return grey
}
