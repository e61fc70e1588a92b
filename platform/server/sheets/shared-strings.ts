/** The table of shared strings: each text stands in it once, cells name its number. */
import { sentence } from '#platform/declare/sentence.ts'
import { SheetRefusal } from './refusal.ts'
import { ElementCutter, joinedText } from './xml-text.ts'
import type { ZipEntry } from './zip-directory.ts'

/** a cell holds 32,767 characters; escapes and runs make it longer */
const STRING_CHARACTERS_MAX = 4 * 1_048_576

/** All strings in order, read as a stream. Refused above `bytesMax`: the table must fit into memory. */
export async function readSharedStrings(entry: ZipEntry, bytesMax: number): Promise<readonly string[]> {
  if (entry.size > bytesMax)
    throw new SheetRefusal(
      sentence`工作簿中的文字过多（${(entry.size / 1_048_576).toFixed(0)}MB），请拆分，或另存为文本（制表符分隔）或 CSV 后再上传`,
    )
  const strings: string[] = []
  const decoder = new TextDecoder()
  let cutter: ElementCutter | null = null
  let start = ''
  for await (const chunk of entry.unpack()) {
    let text = decoder.decode(chunk, { stream: true })
    if (!cutter) {
      start += text
      const root = /<((?:\w+:)?)sst[\s/>]/.exec(start)
      if (!root || start.includes('<!DOCTYPE')) {
        if (start.length > 65_536 || root) throw new SheetRefusal(sentence`工作簿的文字表已损坏，请用 Excel 打开并另存后再上传`)
        continue
      }
      cutter = new ElementCutter(`${root[1] ?? ''}si`, STRING_CHARACTERS_MAX)
      text = start
    }
    if (
      !cutter.push(text, (_, content) => {
        strings.push(joinedText(content))
      })
    )
      throw new SheetRefusal(sentence`工作簿的文字表已损坏，请用 Excel 打开并另存后再上传`)
  }
  return strings
}
