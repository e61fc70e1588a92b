/**
 * Event layout: how a file of a device, or of its program, says who was there when. A layout finds its head and reads its rows; what each
 * event must be, and what a file may not hold, is the same for all. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { Title } from '#platform/declare/title.ts'
import { isDate } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'

/** a longer number is none */
const pinMax = 50
export interface DeviceEvent {
  readonly pin: string
  readonly name: string
  readonly day: string
  /** HH:MM; seconds are dropped */
  readonly time: string
}
export interface EventFault {
  readonly column: string
  readonly value: string
  readonly reason: Wording
}
export type Said = DeviceEvent | EventFault
type Cells = readonly string[]
export interface EventRows {
  row(cells: Cells): readonly Said[]
}
export interface EventLayout {
  readonly code: string
  readonly title: Title
  readonly template: readonly string[]
  /** kinds of devices that write such files */
  readonly devices: readonly number[]
  /** of two that claim a file the surer takes it */
  readonly confidence: number
  /** rows are of any length: how they end does not say that the file is cut off */
  readonly isLoose?: true
  find(rows: readonly SourceRow[]): Pick<FileMatch, 'headerLine' | 'columns'> | null
  open(columns: FileMatch['columns']): EventRows
}
/** An event of a file with its place, as it is staged. */
export interface ReadEvent {
  readonly no: number
  readonly pin: string
  readonly name: string
  readonly at: string
}

const family = 'deviceEvents'
const isFault = (said: Said): said is EventFault => 'reason' in said
const isBlank = ({ cells }: SourceRow): boolean => cells.every(cell => cell.trim() === '')

/** What an event can not be; a number has one name in a file. */
function faultOf({ pin, name, day, time }: DeviceEvent, names: Map<string, string>): EventFault | null {
  if (pin === '') return { column: '工号', value: '', reason: sentence`没有工号或账号，请重新导出` }
  if (pin.length > pinMax) return { column: '工号', value: pin.slice(0, pinMax), reason: sentence`工号太长，请核对文件是否被改动` }
  if (!isDate(day)) return { column: '日期', value: day.slice(0, 40), reason: sentence`不是日期，请从考勤机重新导出` }
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { column: '时间', value: time.slice(0, 40), reason: sentence`不是有效的时间，应在 00:00 至 23:59 之间` }
  const known = names.get(pin)
  if (name !== '' && known !== undefined && known !== '' && known !== name)
    return { column: '姓名', value: name, reason: sentence`工号 ${pin} 在文件里有两个人：${known}、${name}，请在考勤机里分开后重新导出` }
  if (known === undefined || known === '') names.set(pin, name)
  return null
}

/** Feeds what a layout reads to two ends: events that hold, and faults with their line. */
class EventWalk {
  readonly #rows: EventRows
  readonly #head: number
  readonly #names = new Map<string, string>()
  readonly #take: (event: DeviceEvent) => void
  readonly #refuse: (refusal: Refusal) => void

  constructor(layout: EventLayout, match: FileMatch, take: (event: DeviceEvent) => void, refuse: (refusal: Refusal) => void) {
    this.#rows = layout.open(match.columns)
    this.#head = match.headerLine
    this.#take = take
    this.#refuse = refuse
  }

  row(row: SourceRow): void {
    if (row.line <= this.#head || isBlank(row)) return
    for (const said of this.#rows.row(row.cells)) {
      const fault = isFault(said) ? said : faultOf(said, this.#names)
      if (fault !== null) this.#refuse({ line: row.line, ...fault })
      else if (!isFault(said)) this.#take(said)
    }
  }
}

function surveyor(layout: EventLayout, match: FileMatch): FileSurveyor<true> {
  let [events, faults] = [0, 0]
  let [first, last]: [string | null, string | null] = [null, null]
  const walk = new EventWalk(
    layout,
    match,
    ({ day }) => {
      events += 1
      if (first === null || day < first) first = day
      if (last === null || day > last) last = day
    },
    () => {
      faults += 1
    },
  )
  const nothing: Refusal = { line: null, column: null, value: null, reason: sentence`文件里没有打卡记录，请确认导出的日期范围` }
  return {
    row: row => walk.row(row),
    end: () => {
      const isEmpty = events + faults === 0
      return {
        format: isEmpty ? null : true,
        refusals: isEmpty ? [nothing] : [],
        marketplaces: [],
        currencies: [],
        firstDay: first,
        lastDay: last,
        firstAt: null,
        lastAt: null,
        lineCount: events,
        documentId: null,
      }
    },
  }
}

function reader(layout: EventLayout, match: FileMatch, zone: string, sink: LineSink<ReadEvent>): LineReader<null> {
  let no = 0
  const walk = new EventWalk(
    layout,
    match,
    ({ pin, name, day, time }) => {
      no += 1
      sink.line({ no, pin, name, at: new Date(instantInZone(day, time, zone)).toISOString() })
    },
    refusal => sink.refuse(refusal),
  )
  return {
    row: row => walk.row(row),
    end: () => ({ head: null, controlTotals: [], linesRead: no }),
  }
}

function matchOf(layout: EventLayout, rows: readonly SourceRow[]): FileMatch | null {
  const found = layout.find(rows)
  return found === null ? null : { ...found, language: null, confidence: layout.confidence }
}

export const eventKind = (layout: EventLayout): FileKind<true, null, ReadEvent> => ({
  code: layout.code,
  title: layout.title,
  origin: 'described',
  family,
  month: 'crossing',
  template: layout.template,
  recognise: rows => matchOf(layout, rows),
  closes: () => layout.isLoose === true,
  survey: match => surveyor(layout, match),
  read: (match, _format, { zone }, sink) => reader(layout, match, zone, sink),
})

/** Events of rows that somebody has copied, with what is wrong of them; null: no layout knows them. */
export function eventsOf(layouts: readonly EventLayout[], rows: readonly SourceRow[]) {
  const found = layouts
    .flatMap(layout => {
      const match = matchOf(layout, rows)
      return match === null ? [] : [{ layout, match }]
    })
    .toSorted((a, b) => b.layout.confidence - a.layout.confidence)[0]
  if (found === undefined) return null
  const events: DeviceEvent[] = []
  const faults: Refusal[] = []
  const walk = new EventWalk(
    found.layout,
    found.match,
    event => events.push(event),
    fault => faults.push(fault),
  )
  for (const row of rows) walk.row(row)
  return { code: found.layout.code, title: found.layout.title, events, faults }
}
