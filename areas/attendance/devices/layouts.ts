/** The layouts of devices and of their programs. Built from public descriptions; no genuine file was at hand. Pure. */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import { addDays } from '#platform/format/dates.ts'
import { deviceKinds } from '../set-up-tables.ts'
import { eventsOf, type DeviceEvent, type EventFault, type EventLayout, type Said } from './event-layout.ts'

type Columns = FileMatch['columns']
const padded = (time: string): string => time.padStart(5, '0')
/** `2026/6/5 星期五`, as spreadsheets copy it, is 2026-06-05; what is no day stays as it was. */
function slashed(text: string): string {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? []
  return year === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
const dayMs = 86_400_000
/** Day and time of a cell: written, or the serial number of a workbook. */
function clockOf(cell: string): { readonly day: string; readonly time: string } {
  if (/^\d{5}\.\d+$/.test(cell)) {
    const at = new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(cell) * dayMs + 500)).toISOString()
    return { day: at.slice(0, 10), time: at.slice(11, 16) }
  }
  const [day = '', time = ''] = cell.trim().split(/[\sT]+/)
  return { day: slashed(day), time: padded(/^\d{1,2}:\d\d(?=:\d\d$|$)/.exec(time)?.[0] ?? time) }
}
const at = (cells: readonly string[], columns: Columns, name: string): string => (cells[columns[name] ?? -1] ?? '').trim()

/** The row that has all of these heads; a column may go by several names. */
function heads(rows: readonly SourceRow[], wanted: Readonly<Record<string, readonly string[]>>, optional: readonly string[] = []) {
  for (const { line, cells } of rows) {
    const said = cells.map(cell => cell.trim())
    const columns: Record<string, number> = {}
    for (const [name, names] of Object.entries(wanted)) {
      const place = names.map(one => said.indexOf(one)).find(one => one >= 0)
      if (place !== undefined) columns[name] = place
    }
    if (Object.keys(wanted).every(name => columns[name] !== undefined || optional.includes(name))) return { headerLine: line, columns }
  }
  return null
}
const headAgain: Said[] = [{ column: '', value: '', reason: sentence`这里又是表头：文件里有两份记录，请分开上传` }]

export const dingtalk: EventLayout = {
  code: 'dingtalkPunches',
  title: ['钉钉 原始记录', 'DingTalk original records'],
  template: ['姓名', '工号', '考勤日期', '考勤时间', '打卡时间', '打卡结果', '打卡地址', '打卡设备'],
  devices: [deviceKinds.dingtalk[0]],
  confidence: 0.9,
  find: rows =>
    heads(rows, { no: ['工号'], user: ['UserId'], name: ['姓名'], day: ['考勤日期'], at: ['打卡时间'], result: ['打卡结果'] }, [
      'no',
      'user',
      'name',
    ]),
  open: columns => ({
    row: cells => {
      const time = at(cells, columns, 'at')
      if (time === '打卡时间') return headAgain
      // a row of a punch that was missed has no time
      if (time === '' || /^-+$/.test(time)) return []
      return [{ pin: at(cells, columns, 'no') || at(cells, columns, 'user'), name: at(cells, columns, 'name'), ...clockOf(time) }]
    },
  }),
}

export const wecom: EventLayout = {
  code: 'wecomDaily',
  title: ['企业微信 打卡日报', 'WeCom daily report'],
  template: ['时间', '姓名', '账号', '打卡时间记录'],
  devices: [deviceKinds.wecom[0]],
  confidence: 0.9,
  find: rows => heads(rows, { day: ['时间', '日期'], no: ['账号', '帐号'], name: ['姓名'], times: ['打卡时间记录'] }, ['name']),
  open: columns => ({
    row: cells => {
      const [day, pin, times] = [at(cells, columns, 'day'), at(cells, columns, 'no'), at(cells, columns, 'times')]
      if (times === '打卡时间记录') return headAgain
      // the second row of heads, and days without a punch
      if (times === '' || /^-+$/.test(times)) return []
      const name = at(cells, columns, 'name')
      return times.split(/[\s,，;；、]+/).flatMap((one): Said[] => {
        const [, next = '', time = ''] = /^(次日|当日)?(\S*)$/.exec(one) ?? []
        const own = slashed(day)
        return time === '' ? [] : [{ pin, name, day: next === '次日' ? nextDay(own) : own, time: padded(time) }]
      })
    },
  }),
}
const nextDay = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? addDays(day, 1) : day)

export const zkLog: EventLayout = {
  code: 'zkAttlog',
  title: ['中控 打卡记录', 'ZKTeco punch log'],
  template: ['工号', '时间', '设备', '状态', '验证方式', '工作代码'],
  devices: [deviceKinds.zk[0]],
  confidence: 0.95,
  // it has no head
  find: rows => (isLogLine(rows[0]?.cells ?? []) ? { headerLine: 0, columns: {} } : null),
  open: () => ({
    row: cells => {
      const [pin = '', instant = ''] = cells
      const fault: EventFault = { column: '时间', value: instant.slice(0, 40), reason: sentence`不是打卡记录，请核对文件是否完整` }
      return isLogLine(cells) ? [{ pin: pin.trim(), name: '', day: instant.slice(0, 10), time: instant.slice(11, 16) }] : [fault]
    },
  }),
}
const isLogLine = ([pin = '', instant = '']: readonly string[]): boolean =>
  pin.trim() !== '' && /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/.test(instant)

const periodOf = (cells: readonly string[]): string =>
  slashed(/(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})\s*[~～至-]/.exec(cells.join(' '))?.[1] ?? '')
const saysPeriod = (cells: readonly string[]): boolean => cells.some(cell => cell.trim().startsWith('考勤日期')) && periodOf(cells) !== ''

export const cardRecords: EventLayout = {
  code: 'cardRecords',
  title: ['员工刷卡记录表（得力、中控）', 'Card records (Deli, ZKTeco)'],
  template: ['考勤日期', '工号', '姓名', '部门'],
  devices: [deviceKinds.zk[0], deviceKinds.deli[0]],
  confidence: 0.6,
  isLoose: true,
  find: rows => {
    const head = rows.find(row => saysPeriod(row.cells))
    if (head === undefined || !rows.some(row => labelled(row.cells, '工号') !== null)) return null
    // the row of the period is read too
    return { headerLine: head.line - 1, columns: {} }
  },
  open: () => new CardRows(),
}
/** What stands behind a label, in its cell or in the next one that is filled; null: no such label. */
function labelled(cells: readonly string[], label: string): string | null {
  const place = cells.findIndex(cell => new RegExp(`^${label}\\s*[:：]?`).test(cell.trim()))
  if (place < 0) return null
  const own = (cells[place] ?? '')
    .trim()
    .slice(label.length)
    .replace(/^\s*[:：]\s*/, '')
  return own === '' ? (cells.slice(place + 1).find(cell => cell.trim() !== '') ?? '').trim() : own
}

/** A row of the days, then for each person a row of who he is and one of his times below the days. */
class CardRows {
  readonly #seen = new Set<string>()
  #first = ''
  #days: readonly number[] = []
  #person: { readonly pin: string; readonly name: string } | null = null

  row(cells: readonly string[]): readonly Said[] {
    const pin = labelled(cells, '工号')
    if (pin !== null) return this.#begin(pin, labelled(cells, '姓名') ?? '')
    const person = this.#person
    if (person === null) return this.#above(cells)
    this.#person = null
    return cells.flatMap((cell, column): Said[] => {
      if (cell.replaceAll(/\d\d:\d\d|[\s,;，；]/g, '') !== '') return [{ column: '打卡时间', value: cell.slice(0, 40), reason: unread }]
      return (cell.match(/\d\d:\d\d/g) ?? []).map(time => ({ ...person, day: this.#dayOf(this.#days[column] ?? 0), time }))
    })
  }

  #above(cells: readonly string[]): readonly Said[] {
    const days = cells.map(cell => (/^\d{1,2}$/.test(cell.trim()) ? Number(cell) : 0))
    if (days.some(day => day > 0)) this.#days = days
    if (!saysPeriod(cells)) return []
    if (this.#first !== '') return headAgain
    this.#first = periodOf(cells)
    return []
  }

  #begin(pin: string, name: string): readonly Said[] {
    const isTwice = this.#seen.has(pin)
    this.#seen.add(pin)
    this.#person = { pin, name }
    return isTwice ? [{ column: '工号', value: pin.slice(0, 40), reason: sentence`同一个工号出现了两次，请在考勤机里核对后重新导出` }] : []
  }

  /** The day of the month that the period reaches, in its first month or the one after. */
  #dayOf(number: number): string {
    const of = (month: string): string => `${month.slice(0, 8)}${String(number).padStart(2, '0')}`
    const day = of(this.#first)
    return day >= this.#first ? day : of(addDays(`${this.#first.slice(0, 8)}28`, 4))
  }
}
const unread = sentence`不是打卡时间，应像 08:0112:0218:05 这样每 5 个字符一次`

export const eventLayouts: readonly EventLayout[] = [dingtalk, wecom, cardRecords, zkLog]

/** A file of another kind of device than it is said to be of; a device of no kind takes all. */
export function otherKind(code: string, device: { readonly name: string; readonly kind: number }): Sentence | null {
  const layout = eventLayouts.find(one => one.code === code)
  if (layout === undefined || device.kind === deviceKinds.other[0] || layout.devices.includes(device.kind)) return null
  const [, zh, en] = Object.values(deviceKinds).find(([no]) => no === device.kind) ?? deviceKinds.other
  return sentence`这是${layout.title}的文件，“${device.name}”的类型是${[zh, en]}，请选择另一台考勤机，或修改它的类型`
}

export interface ReadEvents {
  readonly code: string
  readonly title: string
  readonly events: readonly DeviceEvent[]
}
/** Cells as they are copied: rows by line, cells by tab. What is wrong with the first of them refuses all. */
export function readEvents(text: string): ReadEvents | Sentence {
  const rows = text.split(/\r?\n/).map((line, n): SourceRow => ({ line: n + 1, cells: line.split('\t') }))
  const filled = rows.filter(row => row.cells.some(cell => cell.trim() !== ''))
  const read = eventsOf(eventLayouts, filled)
  if (read === null) return sentence`认不出这是哪种考勤机的记录，请连同表头一起复制，或用打卡记录的导入模板`
  const [fault] = read.faults
  if (fault !== undefined) return sentence`第 ${fault.line ?? rows.length} 行 ${fault.value ?? ''}：${fault.reason}`
  return { code: read.code, title: read.title[0], events: read.events }
}
