/**
 * Which encodings a text file may be in, from the bytes alone. Where bytes can't tell (several national code pages), the header's
 * readability decides: see text-table.ts.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { open } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { isZip, sniff, type FileType } from '../base/sniff.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'shift_jis' | 'windows-1252' | 'windows-1250' | 'windows-1254'

export type EncodingEvidence =
  | {
      readonly ok: true
      /** most likely first */ readonly candidates: readonly TextEncoding[]
      /** byte-order mark to skip */ readonly skipBytes: number
      /** first bytes, for trying the candidates */ readonly head: Buffer
    }
  | { readonly ok: false; readonly reason: Wording }

/** Bytes read at a time; also the size of the sample on which candidates are tried. */
const chunkBytes = 1 << 20

const emptyFile = sentence`文件是空的，请重新下载后再上传`

/** Foreign formats that people do upload by mistake. */
function foreignReason(type: FileType): Wording | null {
  if (isZip(type)) return sentence`这是Excel工作簿或压缩包，不是文本文件；压缩包请先解压`
  switch (type) {
    case 'compound':
      return sentence`这是旧版Excel（.xls）或受密码保护的工作簿，请取消密码并另存为.xlsx或文本文件`
    case 'pdf':
      return sentence`这是PDF文件，请下载文本或表格格式的报表`
    case 'gzip':
      return sentence`这是gzip压缩文件，请先解压`
    case 'png':
    case 'jpeg':
    case 'gif':
    case 'webp':
      return sentence`这是图片，请上传报表文件`
    default:
      return null
  }
}

/** Reads the whole file once: UTF-8 is only believed when every byte agrees. */
export async function encodingOf(path: string): Promise<EncodingEvidence> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(chunkBytes)
    const { bytesRead } = await file.read(head, 0, chunkBytes, 0)
    const start = head.subarray(0, bytesRead)
    if (start.length === 0) return { ok: false, reason: emptyFile }
    const reason = foreignReason(sniff(start))
    if (reason !== null) return { ok: false, reason }
    const hex = start.subarray(0, 4).toString('hex')
    if (hex.startsWith('efbbbf')) return { ok: true, candidates: ['utf-8'], skipBytes: 3, head: start }
    if (hex.startsWith('fffe')) return { ok: true, candidates: ['utf-16le'], skipBytes: 2, head: start }
    if (hex.startsWith('feff')) return { ok: true, candidates: ['utf-16be'], skipBytes: 2, head: start }
    const wide = wideByZeros(start)
    if (wide === 'binary') return { ok: false, reason: sentence`这不是文本文件，请上传平台下载的报表` }
    if (wide) return { ok: true, candidates: [wide], skipBytes: 0, head: start }
    // last of all UTF-8 with a character that was damaged on the way: taken where it alone makes the header readable
    const candidates: TextEncoding[] = (await wholeFileIsUtf8(file)) ? ['utf-8'] : [...nationalPages(start), 'utf-8']
    return { ok: true, candidates, skipBytes: 0, head: start }
  } finally {
    await file.close()
  }
}

/**
 * UTF-16 without a mark shows itself by zero bytes on one side of each pair (markup and digits are ASCII); zeros on both sides are no text.
 */
function wideByZeros(start: Buffer): 'utf-16le' | 'utf-16be' | 'binary' | null {
  const zeros = [0, 0]
  for (let i = 0; i < Math.min(start.length, 65536); i++) if (start[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0) return null
  if (odd > 10 * even) return 'utf-16le'
  if (even > 10 * odd) return 'utf-16be'
  return 'binary'
}

/** A character cut in two at the very end is a cut file, not another encoding: the cut shows as an incomplete last line. */
async function wholeFileIsUtf8(file: {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
}): Promise<boolean> {
  const buffer = Buffer.alloc(chunkBytes + 4)
  let carried = 0
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, carried, chunkBytes, position)
    if (bytesRead === 0) return true
    position += bytesRead
    const filled = carried + bytesRead
    const whole = filled - openEnd(buffer, filled)
    if (!isUtf8(buffer.subarray(0, whole))) return false
    buffer.copy(buffer, 0, whole, filled)
    carried = filled - whole
  }
}

/** How many bytes at the end belong to a character that is not complete yet. */
function openEnd(buffer: Buffer, filled: number): number {
  for (let back = 1; back <= Math.min(3, filled); back++) {
    const byte = buffer[filled - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/**
 * Code pages Excel saves in, likeliest first; the order only decides where the header reads the same in several (an English header over
 * accented cells). East Asian text keeps its high bytes together in pairs, an accented Western letter mostly stands alone.
 */
function nationalPages(start: Buffer): TextEncoding[] {
  let alone = 0
  let together = 0
  for (let i = 1; i + 1 < start.length; i++) {
    if ((start[i] ?? 0) < 0x80) continue
    if ((start[i - 1] ?? 0) >= 0x80 || (start[i + 1] ?? 0) >= 0x80) together++
    else alone++
  }
  return together > alone
    ? ['gb18030', 'shift_jis', 'windows-1252', 'windows-1250', 'windows-1254']
    : ['windows-1252', 'gb18030', 'windows-1250', 'windows-1254', 'shift_jis']
}
