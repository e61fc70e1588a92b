/** 考勤确认表 to print and sign, and 薪资依据 of locked months as a workbook. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { month, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { divide } from '#platform/format/decimal.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText, escaped } from '#platform/format/text.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { act, refuse, type Blob, type Context, type RouteMap } from '#platform/server/area.ts'
import { madeBy, paperFile, sheetsFile, type ColumnKind } from '#platform/server/files.ts'
import { noteExport } from '#platform/server/records.ts'
import { payKinds } from '../request-tables.ts'
import { unusedKinds, unusedReasons, unusedStates } from '../leave/unused-tables.ts'
import { daysOf } from '../leave/take.ts'
import { attendanceMonth, confirmations, monthStates } from './tables.ts'

/** a paper of more people is divided: a group at a time */
const peopleMax = 500
const rowsMax = 10_000
const hours = (minutes: number): string => divide(String(minutes), '60', 2, 'halfUp')

const sheetFace: ActionDeclaration = {
  name: 'sheet',
  title: ['考勤确认表', 'Sheet to sign'],
  over: 'page',
  operation: operations.audit,
  input: { groupId: reference('考勤组', 'Group', 'attendance_group', {}), month: month('月份', 'Month', {}) },
  result: 'file',
}
const payFace: ActionDeclaration = {
  name: 'payBasis',
  title: ['导出薪资依据', 'Basis of pay'],
  over: 'page',
  operation: operations.export,
  input: {
    month: month('月份', 'Month', {}),
    groupId: reference('考勤组', 'Group', 'attendance_group', {
      optional: true,
      help: ['不选是所有已锁定的组', 'None: all that are locked'],
    }),
  },
  result: 'file',
}

/** Months as the caller sees them, with who they are of. */
const monthsOf = ({ db }: Context, of: string, groupId: string | null) => {
  const found = db
    .selectFrom('attendance_month as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .innerJoin('attendance_group as g', 'g.id', 'm.group_id')
    .selectAll('m')
    .select(['e.no', 'e.name', 'g.name as group_name'])
    .where('m.month', '=', firstOfMonth(of))
    .orderBy('g.name')
    .orderBy('e.no')
    .orderBy('e.id')
  return groupId === null ? found : found.where('m.group_id', '=', groupId)
}
type Month = Awaited<ReturnType<ReturnType<typeof monthsOf>['execute']>>[number]

const heads = '工号 姓名 应出勤 出勤 迟到 早退 旷工 缺卡 请假 加班1.5 加班2 加班3 调休 签字'.split(' ')
/** How it is confirmed already; empty: there is to sign. */
function signedAs({ confirmed_by: by }: Month): string {
  return Object.values(confirmations).find(([code]) => code === by)?.[1] ?? ''
}
const cellsOf = (row: Month): readonly string[] => [
  row.no,
  row.name,
  `${row.days_due} 天`,
  `${row.days_came} 天`,
  row.late === 0 ? '' : `${row.late} 分 ${row.late_times} 次`,
  row.early === 0 ? '' : `${row.early} 分`,
  row.absent === 0 ? '' : `${hours(row.absent)} 时`,
  row.missing_times === 0 ? '' : `${row.missing_times} 次`,
  row.leave_by_type ?? (row.leave === 0 ? '' : `${hours(row.leave)} 时`),
  ...[row.ot_work, row.ot_rest, row.ot_holiday + row.holiday_worked, row.lieu].map(one => (one === 0 ? '' : `${hours(one)} 时`)),
  signedAs(row),
]

/** One line a person with room for his name: who has no phone confirms on paper, and 登记纸质确认 enters it. */
async function confirmSheet(context: Context, groupId: string, of: string): Promise<Blob> {
  const rows = await monthsOf(context, of, groupId)
    .where('m.state', '<>', monthStates.running[0])
    .limit(peopleMax + 1)
    .execute()
  const [first] = rows
  if (first === undefined) throw refuse.rule(sentence`${of} 没有可以确认的月报，月份结束后次日早上开始确认`)
  if (rows.length > peopleMax) throw refuse.rule(sentence`一张确认表最多 ${peopleMax} 人，请把考勤组分小`)
  await noteExport(context, attendanceMonth.table, { export: 'sheet', month: of, rows: rows.length })
  // room for a name
  const widths = (at: number): string => (at === heads.length - 1 ? ' style="width:15%"' : '')
  const head = `<tr>${heads.map((one, at) => `<th${widths(at)}>${one}</th>`).join('')}</tr>`
  const body = rows.map(
    row =>
      `<tr>${cellsOf(row)
        .map(cell => `<td>${escaped(cell)}</td>`)
        .join('')}</tr>`,
  )
  const said = '<p>本人已核对以上考勤结果，签字确认。有异议的请在签字栏写明，不要签字。</p>'
  const title = `考勤确认表 ${first.group_name} ${of}`
  return paperFile(context, `${said}<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`, title, { landscape: true })
}

interface Beside {
  readonly employee_id: unknown
  readonly what: number
  readonly minutes: unknown
}
/** Minutes by person and kind of pay of their leave. */
const leaveByPay = ({ db }: Context, ids: readonly string[], of: string) =>
  db
    .selectFrom('leave_day as l')
    .innerJoin('leave_request as r', 'r.id', 'l.request_id')
    .innerJoin('leave_type as t', 't.id', 'r.type_id')
    .select(eb => ['l.employee_id', 't.pay as what', eb.fn.sum<string>('l.minutes').as('minutes')])
    .where('l.employee_id', 'in', ids)
    .where('l.day', '>=', firstOfMonth(of))
    .where('l.day', '<=', lastOfMonth(of))
    .groupBy(['l.employee_id', 't.pay'])
    .execute()
/** What has expired or was left in the month, and was not declined. */
const unusedIn = ({ db }: Context, ids: readonly string[], of: string) =>
  db
    .selectFrom('leave_unused')
    .select(eb => ['employee_id', 'kind as what', eb.fn.sum<string>('minutes').as('minutes')])
    .where('employee_id', 'in', ids)
    .where('state', '=', unusedStates.open[0])
    .where('on_day', '>=', firstOfMonth(of))
    .where('on_day', '<=', lastOfMonth(of))
    .groupBy(['employee_id', 'kind'])
    .execute()
/** Who left before the month and is paid with it, as the month in which he left was locked: no days of his are in it. */
const leftBefore = ({ db }: Context, of: string) =>
  db
    .selectFrom('employee as e')
    .innerJoin('hr_file as f', 'f.employee_id', 'e.id')
    .select(['e.id', 'e.no', 'e.name'])
    .where('f.left_on', '<', firstOfMonth(of))
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('leave_unused as u')
          .select('u.id')
          .whereRef('u.employee_id', '=', 'e.id')
          .where('u.state', '=', unusedStates.open[0])
          .where('u.why', '=', unusedReasons.left[0])
          .where('u.on_day', '>=', firstOfMonth(of))
          .where('u.on_day', '<=', lastOfMonth(of)),
      ),
    )
    .orderBy('e.no')
    .limit(rowsMax)
    .execute()
const byWhat = (rows: readonly Beside[]): ((id: string, what: number) => string) => {
  const known = new Map(rows.map(row => [`${asText(row.employee_id)} ${row.what}`, daysOf(Number(row.minutes))]))
  return (id, what) => known.get(`${id} ${what}`) ?? '0'
}

const columns: readonly (readonly [zh: string, en: string, kind: ColumnKind])[] = [
  ['工号', 'No', 'text'],
  ['姓名', 'Name', 'text'],
  ['考勤组', 'Group', 'text'],
  ['应出勤（天）', 'Days due', 'integer'],
  ['出勤（天）', 'Days attended', 'integer'],
  ['应出勤（时）', 'Scheduled (h)', 'number'],
  ['出勤（时）', 'Worked (h)', 'number'],
  ['加班 1.5 倍（时）', 'Overtime x1.5 (h)', 'number'],
  ['加班 2 倍（时）', 'Overtime x2 (h)', 'number'],
  ['加班 3 倍（时）', 'Overtime x3 (h)', 'number'],
  ['节假日出勤 3 倍（时）', 'Worked on holidays x3 (h)', 'number'],
  ['夜班（时）', 'Night (h)', 'number'],
  ['迟到（次）', 'Times late', 'integer'],
  ['迟到（分）', 'Late (min)', 'integer'],
  ['早退（分）', 'Early (min)', 'integer'],
  ['旷工（时）', 'Absent (h)', 'number'],
  ['缺卡（次）', 'Times missing', 'integer'],
  ['全薪假（天）', 'Leave, full pay (days)', 'number'],
  ['按比例假（天）', 'Leave, part of pay (days)', 'number'],
  ['无薪假（天）', 'Leave without pay (days)', 'number'],
  ['未休年假 3 倍（天）', 'Unused annual leave x3 (days)', 'number'],
  ['到期调休 2 倍（天）', 'Expired time off x2 (days)', 'number'],
  ['确认方式', 'Confirmed', 'text'],
  ['锁定时间', 'Locked at', 'text'],
  ['锁定次数', 'Times locked', 'integer'],
]

const unusedAt = columns.findIndex(one => one[0].startsWith('未休年假'))

/** No pay is computed: what pay follows from, of months that are locked. */
async function payBasis(context: Context, of: string, groupId: string | null): Promise<Blob> {
  const rows = await monthsOf(context, of, groupId)
    .where('m.state', '=', monthStates.locked[0])
    .limit(rowsMax + 1)
    .execute()
  if (rows.length > rowsMax) throw refuse.rule(sentence`薪资依据一次最多 ${rowsMax} 人，请按考勤组分开导出`)
  const known = new Set(rows.map(row => asText(row.employee_id)))
  const left = groupId === null ? (await leftBefore(context, of)).filter(one => !known.has(asText(one.id))) : []
  if (rows.length + left.length === 0) throw refuse.rule(sentence`${of} 还没有锁定的月报，请先锁定月份`)
  const ids = [...known, ...left.map(one => asText(one.id))]
  const [pay, unused] = [byWhat(await leaveByPay(context, ids, of)), byWhat(await unusedIn(context, ids, of))]
  await noteExport(context, attendanceMonth.table, { export: 'payBasis', month: of, rows: ids.length })
  const at = context.language === 'en' ? 1 : 0
  const unusedOf = (id: string) => [unusedKinds.annual, unusedKinds.lieu].map(([code]) => unused(id, code))
  const cells = rows.map(row => {
    const id = asText(row.employee_id)
    return [
      row.no,
      row.name,
      row.group_name,
      row.days_due,
      row.days_came,
      ...[row.scheduled, row.worked + row.forgiven, row.ot_work, row.ot_rest, row.ot_holiday, row.holiday_worked, row.night].map(hours),
      row.late_times,
      row.late,
      row.early,
      hours(row.absent),
      row.missing_times,
      ...[payKinds.full, payKinds.part, payKinds.none].map(([code]) => pay(id, code)),
      ...unusedOf(id),
      Object.values(confirmations).find(([code]) => code === row.confirmed_by)?.[at + 1] ?? '',
      row.locked_at === null ? '' : dateTimeInZone(instantMs(row.locked_at), context.caller.zone),
      row.lock_no,
    ]
  })
  const paidLate = left.map(({ id, no, name }) => {
    const paid = unusedOf(asText(id))
    return columns.map((_, n) => (n === 0 ? no : n === 1 ? name : (paid[n - unusedAt] ?? null)))
  })
  const { notes } = madeBy(context)
  const title = `${['薪资依据', 'Basis of pay'][at] ?? ''} ${of}`
  const heading = columns.map(one => ({ title: one[at] ?? '', kind: one[2], width: one[2] === 'text' ? 14 : 11 }))
  return sheetsFile(title, [{ name: ['薪资依据', 'Basis of pay'][at] ?? '', columns: heading, rows: [[...cells, ...paidLate]] }], notes)
}

const monthOfInput = (input: Readonly<Record<string, unknown>>): string => asText(input['month']).slice(0, 7)
const groupOf = (input: Readonly<Record<string, unknown>>): string | null => {
  const id = input['groupId']
  return id === undefined || id === null || id === '' ? null : asText(id)
}
export const paperRoutes: RouteMap = {
  'POST /attendanceMonth/sheet': act(attendanceMonth, sheetFace, (context, { input }) =>
    confirmSheet(context, groupOf(input) ?? '0', monthOfInput(input)),
  ),
  'POST /attendanceMonth/payBasis': act(attendanceMonth, payFace, (context, { input }) =>
    payBasis(context, monthOfInput(input), groupOf(input)),
  ),
}
