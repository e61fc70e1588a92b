/** Clicks and people by menu, application, department or person, and sessions beside them. Numbers alone for all but administrators. */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Title } from '#platform/declare/title.ts'
import { refuse, type Blob, type Context, type Db } from '#platform/server/area.ts'
import { cellsOf, madeBy, tableFile, type FileFormat } from '#platform/server/files.ts'
import { noteExport } from '#platform/server/records.ts'
import type { UsageRow, UsageSeries, UsageTable } from '../answers.ts'
import { pagesWithTitles } from './pages.ts'
import { peopleNeeded, sightOf, type Sight } from './sight.ts'
import { storedUntil, usageRows, wholeOrganisation, wholeRows, type Dimension, type Range, type Span } from './summary.ts'

const pageSizeDefault = 10
const daysDefault = 30
const daysMax = 731

export interface UsageAsk {
  readonly startDate?: string
  readonly endDate?: string
  readonly timeEnum?: Span
  readonly statisticalDimension?: Dimension
  readonly deptId?: string
  readonly pageNum?: number
  readonly pageSize?: number
}

interface Asked {
  readonly db: Db
  readonly sight: Sight
  readonly range: Range
  readonly until: string | null
}

async function askedOf(context: Context, ask: UsageAsk): Promise<Asked> {
  const to = ask.endDate ?? todayOf(context)
  const from = ask.startDate ?? addDays(to, 1 - daysDefault)
  if (to < from) throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期不能早于开始日期` }])
  if (daysBetween(from, to) >= daysMax) throw refuse.invalid([{ field: 'startDate', message: sentence`期间最长 ${daysMax} 天` }])
  const sight = await sightOf(context, ask.deptId)
  const db = context.house.unscoped('clicks of the organisation or of a department, as far as the caller sees: see sight.ts')
  const { orgId } = context.caller
  return { db, sight, range: { orgId, from, to, node: sight.node }, until: await storedUntil(db, orgId) }
}

/** What few people did is put together: which menu or department it was would tell who they were. */
const together = ({ withNames }: Sight): RawBuilder<boolean> => (withNames ? sql`false` : sql`users < ${sql.lit(peopleNeeded)}`)

interface Found {
  readonly period: string
  readonly key: string | null
  readonly merged: boolean
  readonly times: string
  readonly users: string
}
/** Every row, those of few people put together. A row of people put together tells no number of them: they may be the same ones. */
const rowsOf = ({ sight, range, until }: Asked, span: Span, by: Dimension): RawBuilder<unknown> =>
  sql`(select period::text as period, case when ${together(sight)} then null else key end as key, ${together(sight)} as merged,
      sum(times)::text as times, max(users)::text as users, sum(times) as weight
    from ${span === 'PERIOD' ? wholeRows(by, range) : usageRows(span, by, range, until)} r group by 1, 2, 3)`
const inOrder = sql`t.period desc, t.merged, t.weight desc, t.key`

function refusePeople(by: Dimension, { sight }: Asked): void {
  if (by === 'USER' && !sight.withNames) throw refuse.forbidden(sentence`只有系统管理员可以按员工查看`)
}

/** POST /system/sysStatisticalTable: by day or week (its Monday); 30 days and by menu unless said, with totals over all rows. */
export async function usageTable(context: Context, ask: UsageAsk): Promise<UsageTable> {
  const { pageNum = 1, pageSize = pageSizeDefault, timeEnum = 'DAY', statisticalDimension: by = 'MENU' } = ask
  const asked = await askedOf(context, ask)
  const { db, sight } = asked
  refusePeople(by, asked)
  const [sums, found] = await Promise.all([
    totalsOf(asked),
    sql<Found & { all: string }>`select t.*, count(*) over () as all from ${rowsOf(asked, timeEnum, by)} t
      order by ${inOrder} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db),
  ])
  const titles = await titlesOf(
    context,
    by,
    found.rows.flatMap(row => row.key ?? []),
  )
  return {
    list: found.rows.map(row => shownRow(row, titles)),
    total: Number(found.rows[0]?.all ?? 0),
    pageNum,
    pageSize,
    totals: sums,
    withNames: sight.withNames,
    seesAll: sight.seesAll,
    deptId: sight.node === wholeOrganisation ? null : sight.node,
    departments: sight.departments,
  }
}

function shownRow(row: Found, titles: Titles): UsageRow {
  const key = row.key === '' ? null : row.key
  const subject = titles.get(key ?? '')?.subject
  return {
    period: row.period,
    key,
    title: key === null ? null : (titles.get(key)?.title ?? key),
    ...(subject === undefined ? {} : { subject }),
    isMerged: row.merged,
    times: Number(row.times),
    users: row.merged ? null : Number(row.users),
  }
}

/** How many rows are read at once for a file. */
const fetchedRows = 1_000

/** POST /systemUsageRecord/export: the same rows as a file, with the total of people counted for itself. */
export async function exportUsage(context: Context, ask: UsageAsk, format?: FileFormat): Promise<Blob> {
  const { timeEnum = 'DAY', statisticalDimension: by = 'MENU' } = ask
  const asked = await askedOf(context, ask)
  refusePeople(by, asked)
  const totals = await totalsOf(asked)
  if (totals.times === '0') throw refuse.rule(sentence`没有数据，无法导出`)
  const { db, sight, range } = asked
  const keys = await sql<{ key: string }>`select distinct t.key from ${rowsOf(asked, timeEnum, by)} t where t.key is not null`.execute(db)
  const titles = await titlesOf(
    context,
    by,
    keys.rows.map(row => row.key),
  )
  await noteExport(context, 'menu_click', { ...ask })
  const rows = db
    .selectFrom(rowsOf(asked, timeEnum, by).as<'t'>(sql`t`))
    .selectAll()
    .orderBy(inOrder)
    .stream(fetchedRows) as AsyncIterable<Found>
  const say = (one: Title): string => one[context.language === 'zh' ? 0 : 1]
  const nameOf = ({ isMerged, key, title }: UsageRow): string => {
    if (isMerged) return say(words.merged)
    return key === null ? (by === 'DEPT' ? say(words.noDepartment) : '') : (title ?? key)
  }
  const subjects = by === 'MENU' ? [{ title: say(words.subject), kind: 'text' as const, width: 20 }] : []
  const people = by === 'USER' ? [] : [{ title: say(words.users), kind: 'integer' as const, width: 12 }]
  const title = say(words.title)
  async function* lines(): AsyncGenerator<readonly (string | null)[]> {
    for await (const found of rows) {
      const row = shownRow(found, titles)
      const users = row.users === null ? null : String(row.users)
      yield [row.period, nameOf(row), String(row.times), ...(by === 'USER' ? [] : [users]), ...(by === 'MENU' ? [row.subject ?? null] : [])]
    }
    yield [say(words.total), null, totals.times, ...(by === 'USER' ? [] : [totals.users]), ...(by === 'MENU' ? [null] : [])]
  }
  return tableFile({
    name: `${title}-${range.from}-${range.to}`,
    title,
    columns: [
      { title: say(words[timeEnum]), kind: 'text', width: 14 },
      { title: say(words[by]), kind: 'text', width: 28 },
      { title: say(words.times), kind: 'integer', width: 12 },
      ...people,
      ...subjects,
    ],
    rows: cellsOf(lines(), row => [...row]),
    notes: [
      ['报表', title],
      ['期间', `${range.from} 至 ${range.to}`],
      ['部门', sight.departments.find(one => one.id === sight.node)?.name ?? '全部部门'],
      ...(sight.withNames ? [] : [['说明', say(words.note)] as const]),
      ...madeBy(context).notes,
    ],
    format,
  })
}

const words = {
  title: ['使用统计', 'Use of the system'],
  DAY: ['日期', 'Day'],
  WEEK: ['周（周一）', 'Week (Monday)'],
  PERIOD: ['期间自', 'Period from'],
  MENU: ['页面', 'Page'],
  MODULE: ['所属应用', 'Application'],
  subject: ['所属菜单', 'Menu'],
  DEPT: ['部门', 'Department'],
  USER: ['员工', 'Person'],
  times: ['打开次数', 'Openings'],
  users: ['人数', 'People'],
  total: ['总计', 'Total'],
  merged: ['其他（各不足 3 人）', 'Others (fewer than 3 people each)'],
  noDepartment: ['无部门', 'No department'],
  note: [
    '使用人数不足 3 人的合并在一起；人数各行不相加',
    'What fewer than 3 people did is put together; people of several rows are not added up',
  ],
} as const satisfies Readonly<Record<string, Title>>

/** Of the whole period: whoever came on several days is one person. */
async function totalsOf({ db, sight, range, until }: Asked): Promise<UsageTable['totals']> {
  const { rows } = await sql<{ times: string; users: string }>`select coalesce(sum(times), 0)::text as times,
    count(distinct key)::text as users from ${usageRows('DAY', 'USER', range, until)} r`.execute(db)
  const { times = '0', users = '0' } = rows[0] ?? {}
  return { times, users: !sight.withNames && Number(users) > 0 && Number(users) < peopleNeeded ? null : users }
}

/** POST /systemUsageRecord/series: sessions beside clicks, and who they were of, by day or week. */
export async function usageSeries(context: Context, ask: UsageAsk): Promise<UsageSeries> {
  // a course has days or weeks
  const grain = ask.timeEnum === 'WEEK' ? 'WEEK' : 'DAY'
  const { db, sight, range, until } = await askedOf(context, ask)
  const period = grain === 'DAY' ? sql`used_on` : sql`date_trunc('week', used_on)::date`
  const { orgId, from, to, node } = range
  const below = sight.departments.length === 0 ? [] : [...belowOf(sight, node)]
  const ofNode = node === wholeOrganisation ? sql`true` : sql`dept_id = any(${below}::bigint[])`
  const [clicks, sessions] = await Promise.all([
    sql<{ period: string; times: string; users: string }>`select period::text as period, sum(times) as times, count(*) as users
      from ${usageRows(grain, 'USER', range, until)} r group by 1`.execute(db),
    sql<{ period: string; times: string; users: string }>`select ${period}::text as period, sum(times) as times,
        count(distinct account_id) as users
      from usage_record where org_id = ${orgId} and used_on between ${from}::date and ${to}::date and ${ofNode} group by 1`.execute(db),
  ])
  const of = (rows: typeof clicks.rows) => new Map(rows.map(row => [row.period, { times: Number(row.times), users: Number(row.users) }]))
  const [opened, begun] = [of(clicks.rows), of(sessions.rows)]
  const told = (one: { times: number; users: number } | undefined) => {
    const { times, users } = one ?? { times: 0, users: 0 }
    return sight.withNames || users === 0 || users >= peopleNeeded ? { times, users } : { times: null, users: null }
  }
  const periods = [...new Set([...opened.keys(), ...begun.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return { list: periods.map(day => ({ period: day, clicks: told(opened.get(day)), sessions: told(begun.get(day)) })) }
}

function belowOf({ departments }: Sight, node: string): ReadonlySet<string> {
  const below = new Set([node])
  for (let size = 0; size !== below.size;) {
    size = below.size
    for (const one of departments) if (one.parentId !== null && below.has(one.parentId)) below.add(one.id)
  }
  return below
}

/** What each key is called; a page also by the subject that it stands in now. */
type Titles = ReadonlyMap<string, { readonly title: string; readonly subject?: string }>

async function titlesOf(context: Context, by: Dimension, keys: readonly string[]): Promise<Titles> {
  if (by === 'MENU' || by === 'MODULE') {
    const pages = await pagesWithTitles(context)
    return new Map(
      pages.map(page =>
        by === 'MENU' ? [page.menuId, { title: page.title, subject: page.subjectTitle }] : [page.moduleId, { title: page.moduleTitle }],
      ),
    )
  }
  const ids = keys.filter(key => key !== '')
  if (by === 'DEPT') {
    const rows = await context.db
      .selectFrom('department')
      .select(['id', 'name'])
      .where('id', 'in', ids.length === 0 ? ['0'] : ids)
      .execute()
    return new Map(rows.map(row => [row.id, { title: row.name }]))
  }
  const { db } = await context.house.asSystem(context.caller.orgId, 'names of people, for a system administrator')
  const rows = await db
    .selectFrom('account_organisation as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .select(['m.account_id', 'e.name'])
    .where('m.account_id', 'in', ids.length === 0 ? ['0'] : ids)
    .execute()
  return new Map(rows.map(row => [row.account_id, { title: row.name }]))
}
