/** Which sheets a workbook has and in which entries of the zip its parts lie. Reads only the small parts; sheets themselves stay packed. */
import { sentence } from '#platform/declare/sentence.ts'
import { posix } from 'node:path'
import { SheetRefusal } from './refusal.ts'
import { elementsOf } from './xml-text.ts'
import { unpackWhole, type ZipEntry } from './zip-directory.ts'

export interface SheetPart {
  readonly name: string
  readonly hidden: boolean
  readonly entry: ZipEntry
}

export interface WorkbookParts {
  /** in the order of the tabs */
  readonly sheets: readonly SheetPart[]
  /** dates count from 1904 (old Excel for Mac) instead of 1900 */
  readonly is1904: boolean
  readonly sharedStrings: ZipEntry | null
  readonly styles: ZipEntry | null
}

type Entries = ReadonlyMap<string, ZipEntry>
interface Relationship {
  readonly id: string
  readonly type: string
  readonly target: string
}

const PART_BYTES_MAX = 16 * 1_048_576
const NOT_A_WORKBOOK = sentence`这是一个压缩包，但不是 Excel 工作簿（.xlsx），请解压后上传其中的报表文件`

async function textOf(entry: ZipEntry | undefined): Promise<string> {
  return entry ? (await unpackWhole(entry, PART_BYTES_MAX)).toString('utf8') : ''
}

async function relationships(entries: Entries, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  return elementsOf(await textOf(entries.get(path)), 'Relationship').map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    target: Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target),
  }))
}

/** Finds workbook, sheets, strings and styles by their relationships; refuses a zip that is something else and says what. */
export async function readWorkbookParts(entries: Entries): Promise<WorkbookParts> {
  if (!entries.has('[Content_Types].xml')) {
    const mimeType = await textOf(entries.get('mimetype'))
    throw new SheetRefusal(
      mimeType.includes('opendocument') ? sentence`不支持 OpenDocument 表格（.ods），请另存为 .xlsx 后再上传` : NOT_A_WORKBOOK,
    )
  }
  const main = (await relationships(entries, '')).find(relation => relation.type === 'officeDocument')?.target ?? ''
  if (main.endsWith('.bin')) throw new SheetRefusal(sentence`不支持二进制工作簿（.xlsb），请另存为 .xlsx 后再上传`)
  if (!entries.has(main)) throw new SheetRefusal(NOT_A_WORKBOOK)
  const xml = await textOf(entries.get(main))
  if (!/<(?:\w+:)?workbook[\s>]/.test(xml))
    throw new SheetRefusal(sentence`这是 Word 或 PowerPoint 文件，不是 Excel 工作簿，请选择正确的文件`)
  const related = await relationships(entries, main)
  const entryOf = (type: string): ZipEntry | null => entries.get(related.find(relation => relation.type === type)?.target ?? '') ?? null
  const sheets = elementsOf(xml, 'sheet').flatMap(({ name = '', id = '', state = 'visible' }) => {
    const relation = related.find(each => each.id === id)
    const entry = entries.get(relation?.target ?? '')
    // chart sheets and macro sheets hold no rows
    return relation?.type === 'worksheet' && entry ? [{ name, hidden: state !== 'visible', entry }] : []
  })
  if (sheets.length === 0) throw new SheetRefusal(sentence`工作簿里没有工作表，请检查文件`)
  const date1904 = elementsOf(xml, 'workbookPr')[0]?.['date1904']
  return { sheets, is1904: date1904 === '1' || date1904 === 'true', sharedStrings: entryOf('sharedStrings'), styles: entryOf('styles') }
}

/** Whether any cell of the sheet has a value; reads no further than the first. */
export async function hasContent(sheet: SheetPart): Promise<boolean> {
  let carried = ''
  for await (const chunk of sheet.entry.unpack()) {
    const text = carried + chunk.toString('latin1')
    if (/<(?:\w+:)?(?:v|is)(?:\s[^<>]*)?>/.test(text)) return true
    carried = text.slice(-64)
  }
  return false
}
