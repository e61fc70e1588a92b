/** For tests: an old workbook (.xls, Excel 97-2003) of one sheet of texts, and one under a password. */

const sectorBytes = 512
/** smaller streams would lie in another part of the container */
const streamBytesMin = 4096
const [endOfChain, freeSector, ofFat] = [-2, -1, -3]

const record = (id: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}
const u16 = (...values: readonly number[]): Buffer => {
  const made = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => made.writeUInt16LE(value, at * 2))
  return made
}
const beginning = (kind: number): Buffer => record(0x0809, u16(0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 0, 0))
const ending = record(0x000a)

/** Cells in two bytes a character, as Excel writes Chinese. */
function streamOf(rows: readonly (readonly string[])[], isLocked: boolean): Buffer {
  const name = Buffer.from('Sheet1', 'utf16le')
  const sheetOf = (at: number): Buffer => {
    const place = Buffer.alloc(4)
    place.writeUInt32LE(at, 0)
    return record(0x0085, place, Buffer.from([0, 0, 6, 1]), name)
  }
  const locked = isLocked ? record(0x002f, u16(0, 0, 0)) : Buffer.alloc(0)
  const globals = (at: number): Buffer => Buffer.concat([beginning(0x0005), locked, sheetOf(at), ending])
  const cells = rows.flatMap((row, line) =>
    row.flatMap((text, at) =>
      text === '' ? [] : [record(0x0204, u16(line, at, 0, text.length), Buffer.from([1]), Buffer.from(text.slice(0, 4_000), 'utf16le'))],
    ),
  )
  return Buffer.concat([globals(globals(0).length), beginning(0x0010), ...cells, ending])
}

/** The container of old office files: a table of sectors, a directory, and streams one after the other. */
function containerOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const padded = Object.entries(streams).map(([name, content]) => {
    const bytes = Math.max(streamBytesMin, Math.ceil(content.length / sectorBytes) * sectorBytes)
    return {
      name,
      content: Buffer.concat([content, Buffer.alloc(bytes - content.length)]),
      bytes: Math.max(content.length, streamBytesMin),
    }
  })
  const streamSectors = padded.reduce((n, { content }) => n + content.length / sectorBytes, 0)
  const perSector = sectorBytes / 4
  let fatSectors = 1
  while (fatSectors * perSector < fatSectors + 1 + streamSectors) fatSectors++
  const fat = new Int32Array(fatSectors * perSector).fill(freeSector)
  fat.fill(ofFat, 0, fatSectors)
  fat[fatSectors] = endOfChain
  const directory = Buffer.alloc(sectorBytes)
  const entry = (at: number, name: string, kind: number, start: number, bytes: number, child: number): void => {
    const written = Buffer.from(`${name}\0`, 'utf16le')
    written.copy(directory, at * 128)
    directory.writeUInt16LE(written.length, at * 128 + 64)
    directory.writeUInt8(kind, at * 128 + 66)
    directory.writeUInt8(1, at * 128 + 67)
    for (const side of [68, 72]) directory.writeInt32LE(-1, at * 128 + side)
    directory.writeInt32LE(child, at * 128 + 76)
    directory.writeInt32LE(start, at * 128 + 116)
    directory.writeUInt32LE(bytes, at * 128 + 120)
  }
  entry(0, 'Root Entry', 5, endOfChain, 0, 1)
  let next = fatSectors + 1
  for (const [at, { name, content, bytes }] of padded.entries()) {
    const sectors = content.length / sectorBytes
    entry(at + 1, name, 2, next, bytes, -1)
    for (let n = 0; n < sectors; n++) fat[next + n] = n === sectors - 1 ? endOfChain : next + n + 1
    next += sectors
  }
  const head = Buffer.alloc(sectorBytes)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.writeUInt16LE(0x3e, 24)
  head.writeUInt16LE(3, 26)
  head.writeUInt16LE(0xfffe, 28)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.writeUInt32LE(fatSectors, 44)
  head.writeInt32LE(fatSectors, 48)
  head.writeUInt32LE(streamBytesMin, 56)
  head.writeInt32LE(endOfChain, 60)
  head.writeInt32LE(endOfChain, 68)
  for (let at = 0; at < 109; at++) head.writeInt32LE(at < fatSectors ? at : freeSector, 76 + at * 4)
  return Buffer.concat([head, Buffer.from(fat.buffer), directory, ...padded.map(({ content }) => content)])
}

export const madeXls = (rows: readonly (readonly string[])[], isLocked = false): Buffer =>
  containerOf({ Workbook: streamOf(rows, isLocked) })

/** What Excel makes of an .xlsx under a password: the same container, with the workbook as an unreadable stream. */
export const lockedWorkbook = (): Buffer => containerOf({ EncryptionInfo: Buffer.alloc(200, 7), EncryptedPackage: Buffer.alloc(9_000, 9) })
