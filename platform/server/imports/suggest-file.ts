/** What a file suggests for a layout, and what the layout as it stands makes of the whole file. Nothing is written. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { open } from 'node:fs/promises'
import type { Doubt, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import { layoutOf, type TaughtValues, type TaughtWords } from '#platform/declare/taught-layout.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { FIRST_BYTES, isWorkbook } from '../sheets/workbook-kind.ts'
import { sheetKind } from './sheet-kind.ts'
import { openSource, readTagged, surveyOf } from './source.ts'
import { suggestLayout, type SuggestedLayout } from './suggest-layout.ts'
import { openTextTable } from './text-table.ts'

export interface SuggestTask {
  readonly path: string
  readonly words: TaughtWords
  readonly ownerNumber: string | null
  readonly currency: string | null
  readonly headLine: number | null
  /** by hand; null: as suggested */
  readonly values: TaughtValues | null
  /** whether they say enough to read by: the caller's rule */
  readonly needed: readonly (readonly string[])[]
}
/** What the layout makes of the file. */
export interface TriedLayout {
  readonly lines: readonly SheetLine[]
  readonly read: number
  readonly refusals: readonly Refusal[]
  readonly refused: number
  readonly doubts: readonly Doubt[]
  readonly notes: readonly Wording[]
}
export type FromSuggest =
  | { readonly say: 'unreadable'; readonly reason: Wording }
  | { readonly say: 'suggested'; readonly suggested: SuggestedLayout; readonly tried: TriedLayout | null }

const rowsShown = 8
const faultsShown = 20
const firstRowsMax = 60
const sure = 100

export async function suggestFile(task: SuggestTask): Promise<FromSuggest> {
  const found = await suggested(task)
  if ('reason' in found) return { say: 'unreadable', reason: found.reason }
  const values = { ...(task.values ?? found.values) }
  const isComplete = task.needed.some(names => names.every(name => (values[name] ?? '') !== ''))
  return { say: 'suggested', suggested: found, tried: isComplete ? await tried(task, values) : null }
}

type Guess = (rows: readonly SourceRow[], lastRows?: readonly SourceRow[]) => SuggestedLayout | null

async function suggested({ path, words, ownerNumber, headLine }: SuggestTask): Promise<SuggestedLayout | { readonly reason: Wording }> {
  const guess: Guess = (rows, lastRows = rows) =>
    suggestLayout(rows, words, { ownerNumber, lastRows, ...(headLine === null ? {} : { headLine }) })
  const file = await open(path, 'r')
  const first = Buffer.alloc(FIRST_BYTES)
  await file.read(first, 0, FIRST_BYTES, 0)
  await file.close()
  // a document that banks share has no columns to teach
  const tagged = await readTagged(path, 1, () => true)
  if (tagged !== null) return { reason: tagged.ok ? sentence`这是各家银行通用的对账单格式，不用教版式，请直接导入` : tagged.reason }
  const nothing = sentence`没有找到表头：它下面的行要有日期和金额，请指定表头在第几行`
  if (isWorkbook(first)) return (await ofWorkbook(path, guess)) ?? { reason: nothing }
  const opened = await openTextTable(
    path,
    rows => {
      const found = guess(rows)
      return found === null ? null : { headerLine: found.headLine, confidence: Object.keys(found.values).length / sure }
    },
    () => nothing,
  )
  if (!opened.ok) return opened
  return (await guessed(opened.table.rows(), guess)) ?? { reason: nothing }
}

/** By the first rows of a file and its last: sums stand at the end. */
async function guessed(batches: AsyncIterable<readonly SourceRow[]>, guess: Guess): Promise<SuggestedLayout | null> {
  const first: SourceRow[] = []
  let last: readonly SourceRow[] = []
  for await (const rows of batches) {
    if (first.length < firstRowsMax) first.push(...rows.slice(0, firstRowsMax - first.length))
    last = [...last, ...rows].slice(-firstRowsMax)
  }
  return guess(first, last)
}

async function ofWorkbook(path: string, guess: Guess) {
  try {
    const book = await openWorkbook(path)
    try {
      return await guessed(book.rows(), guess)
    } finally {
      await book.close()
    }
  } catch (error) {
    if (error instanceof SheetRefusal) return { reason: error.wording }
    throw error
  }
}

/** The whole file, as the import would read it. */
async function tried(task: SuggestTask, values: TaughtValues): Promise<TriedLayout> {
  const kind = sheetKind('taught', layoutOf(values, task.words, { code: 'taught', currency: task.currency }))
  const opened = await openSource(task.path, [kind as FileKind])
  const whole = (reason: Wording): TriedLayout => ({
    lines: [],
    read: 0,
    refusals: [{ line: null, column: null, value: null, reason }],
    refused: 1,
    doubts: [],
    notes: [],
  })
  if (!opened.ok) return whole(opened.reason)
  const { source } = opened
  try {
    const survey = await surveyOf(source)
    const [first] = survey.refusals
    if (first || survey.format === null) return whole(first?.reason ?? sentence`文件中的数字或日期格式无法确定，请重新下载原始报表`)
    const [lines, refusals] = [[] as SheetLine[], [] as Refusal[]]
    let refused = 0
    const reader = kind.read(
      source.match,
      survey.format as never,
      { zone: 'UTC', currency: task.currency ?? '' },
      {
        line: line => void (lines.length < rowsShown && lines.push(line)),
        refuse: refusal => {
          refused += 1
          if (refusals.length < faultsShown) refusals.push(refusal)
        },
      },
    )
    for await (const batch of source.rows()) for (const row of batch) reader.row(row)
    const { linesRead, doubts = [], notes = [] } = reader.end()
    return { lines, read: linesRead, refusals, refused, doubts: doubts.slice(0, faultsShown), notes: [...source.notes, ...notes] }
  } finally {
    await source.close()
  }
}
