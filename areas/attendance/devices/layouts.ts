/**
 * What devices and their programs write down, as cells: each line is an instant of somebody. From public descriptions; no genuine file was
 * at hand. Pure.
 */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays, isDate } from '#platform/format/dates.ts'

/** a longer number is none */
export const pinMax = 50
export interface DeviceEvent {
  readonly pin: string
  readonly name: string
  readonly day: string
  /** HH:MM; seconds are dropped */
  readonly time: string
}
type Rows = readonly (readonly string[])[]
interface EventLayout {
  readonly title: string
  /** heads that tell it, in any row */
  readonly heads: readonly string[]
  readonly read: (rows: Rows, head: number, column: (...names: readonly string[]) => number) => DeviceEvent[]
}
/** `2026/6/5 星期五`, as spreadsheets copy it, is 2026-06-05; what is no day stays as it was. */
function slashed(text: string): string {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text) ?? []
  return year === '' ? text.trim().slice(0, 40) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
const timesIn = (text: string): string[] => text.match(/\d{1,2}:\d\d/g) ?? []
const padded = (time: string): string => time.padStart(5, '0')

const layouts: readonly EventLayout[] = [
  {
    title: '钉钉 原始记录',
    heads: ['考勤日期', '打卡时间', '打卡结果'],
    read: (rows, head, column) => {
      const [at, no, name] = [column('打卡时间'), column('工号', 'UserId'), column('姓名')]
      return rows.slice(head + 1).flatMap(row => {
        const [day = '', time = ''] = (row[at] ?? '').trim().split(/\s+/)
        return time === '' ? [] : [{ pin: row[no] ?? '', name: row[name] ?? '', day: slashed(day), time: padded(timesIn(time)[0] ?? time) }]
      })
    },
  },
  {
    title: '企业微信 打卡日报',
    heads: ['时间', '账号', '打卡时间记录'],
    read: (rows, head, column) => {
      const [day, no, name, times] = [column('时间'), column('账号'), column('姓名'), column('打卡时间记录')]
      return rows.slice(head + 1).flatMap(row =>
        timesIn(row[times] ?? '').map(time => ({
          pin: row[no] ?? '',
          name: row[name] ?? '',
          day: slashed(row[day] ?? ''),
          time: padded(time),
        })),
      )
    },
  },
  {
    title: '员工刷卡记录表（得力、中控）',
    heads: ['考勤日期'],
    read: rows => {
      const period = /(\d{4}[-/]\d{1,2}[-/]\d{1,2})\s*[~～至]/.exec(rows.map(row => row.join(' ')).join('\n'))
      const first = slashed(period?.[1] ?? '')
      const dayRow = rows.find(row => row.filter(cell => /^\d{1,2}$/.test(cell.trim())).length > 1) ?? []
      return rows.flatMap((row, n) => {
        const at = row.findIndex(cell => /^工号[:：]?$/.test(cell.trim()))
        if (at < 0 || first === '') return []
        const value = (title: string): string => {
          const where = row.findIndex(cell => new RegExp(`^${title}[:：]?$`).test(cell.trim()))
          return where < 0 ? '' : (row.slice(where + 1).find(cell => cell.trim() !== '') ?? '')
        }
        return (rows[n + 1] ?? []).flatMap((cell, column) => {
          const number = Number(dayRow[column] ?? '')
          if (!Number.isInteger(number) || number < 1) return []
          return (cell.match(/\d\d:\d\d/g) ?? []).map(time => ({
            pin: value('工号'),
            name: value('姓名'),
            day: dayOf(first, number),
            time,
          }))
        })
      })
    },
  },
]
/** The day of the month that the period reaches, in its first month or the one after. */
function dayOf(first: string, number: number): string {
  const day = `${first.slice(0, 8)}${String(number).padStart(2, '0')}`
  if (day >= first) return day
  const next = addDays(`${first.slice(0, 8)}28`, 4)
  return `${next.slice(0, 8)}${String(number).padStart(2, '0')}`
}
const attlog = /^\s*(\S+)\t(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?::\d\d)?(?:\t|$)/

export interface ReadEvents {
  readonly title: string
  readonly events: readonly DeviceEvent[]
  /** lines that name no day or time, with what is wrong */
  readonly fault: Sentence | null
}

/** Cells as they are copied: rows by line, cells by tab. */
export function readEvents(text: string): ReadEvents | Sentence {
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '')
  const log = lines.flatMap(line => {
    const [, pin = '', day = '', time = ''] = attlog.exec(line) ?? []
    return pin === '' ? [] : [{ pin, name: '', day, time }]
  })
  if (log.length > 0 && log.length === lines.length) return checked('中控 attlog', log)
  const rows = lines.map(line => line.split('\t').map(cell => cell.trim()))
  for (const { title, heads, read } of layouts) {
    const head = rows.findIndex(row => heads.every(name => row.some(cell => cell.startsWith(name))))
    if (head < 0) continue
    const column = (...names: readonly string[]): number => (rows[head] ?? []).findIndex(cell => names.includes(cell))
    const events = read(rows, head, column)
    if (events.length > 0) return checked(title, events)
  }
  if (log.length > 0) return sentence`第 ${lines.findIndex(line => !attlog.test(line)) + 1} 行不是打卡记录，请核对文件是否完整`
  return sentence`认不出这是哪种考勤机的记录，请连同表头一起复制，或用打卡记录的导入模板`
}

function checked(title: string, events: readonly DeviceEvent[]): ReadEvents {
  const isGood = ({ pin, day, time }: DeviceEvent): boolean =>
    pin !== '' && pin.length <= pinMax && isDate(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
  const bad = events.filter(one => !isGood(one))
  const [first] = bad
  const fault =
    first === undefined
      ? null
      : sentence`${bad.length} 条没有导入，第一条：${first.pin.slice(0, pinMax)} 的 ${first.day} ${first.time} 不是有效的时间`
  return { title, events: events.filter(isGood), fault }
}
