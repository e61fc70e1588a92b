/** Points of the demo company: the usual levels, and a year of what its people earned. The same on every machine. */
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, daysBetween, weekday } from '#platform/format/dates.ts'
import { defined, type DemoPeople, type Context } from '#platform/server/area.ts'
import { post, type LedgerLine } from '#platform/server/documents.ts'
import { todayOf } from '#platform/format/zones.ts'
import { lineOf, type Grant } from './grant.ts'
import { rulesOf, type Rule, type RuleCode } from './rules.ts'
import { points } from './tables.ts'
import { grantsOn } from './timed.ts'
import { bringLevels } from './usual-levels.ts'

const seed = 1_911
const yearDays = 365
/** days between two looks at a person: some days of a year stand for all */
const stepDays = 4
const titles = [
  '黑五备货心得',
  '新人报到',
  '德国站包装法解读',
  '周末爬山召集',
  '仓库打包小技巧',
  '产品拍照经验',
  '食堂新菜投票',
  '旺季排班建议',
] as const
const articles = ['FBA 发货单怎么填', '退货入库流程', '结算报告对账步骤', '差旅报销须知'] as const

export async function makePoints({ as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  await bringLevels(admin)
  await makeYear(admin)
}

async function makeYear(admin: Context): Promise<void> {
  const rules = await rulesOf(admin)
  const people = await admin.db
    .selectFrom('employee')
    .select(['id', 'birthday', 'hired_on as hiredOn'])
    .where('status', '=', 1)
    .orderBy('id')
    .execute()
  const today = todayOf(admin)
  const first = addDays(today, -yearDays)
  const chance = seededRandom(seed)
  const eager = new Map(people.map(({ id }) => [id, 2 + chance.below(8)]))
  const lines: LedgerLine[] = []
  for (let day = first; day < today; day = addDays(day, 1)) {
    for (const grant of grantsOn(people, day)) lines.push(...entered(rules, grant, day))
    const isLooked = daysBetween(first, day) % stepDays === 0
    if (!isLooked || weekday(day) === 0 || weekday(day) === 6) continue
    for (const { id } of people)
      if (chance.below(10) < defined(eager.get(id), 'somebody'))
        for (const grant of actsOf(id, day, chance.below(100))) lines.push(...entered(rules, grant, day))
  }
  await admin.write((tx, inside) => post(inside, tx, [{ ledger: points, lines }]))
}

const entered = (rules: ReadonlyMap<RuleCode, Rule>, grant: Grant, day: string): LedgerLine[] =>
  lineOf(grant, defined(rules.get(grant.rule), grant.rule), day)

/** What somebody did on a day besides signing in. */
function actsOf(employeeId: string, day: string, luck: number): readonly Grant[] {
  const act = (rule: RuleCode, source?: string): Grant => ({
    rule,
    employeeId,
    eventKey: `${rule}:demo:${day}`,
    ...(source ? { source } : {}),
  })
  return [
    { rule: 'signIn', employeeId, eventKey: `signIn:${day}` },
    ...(luck < 12 ? [act('post', titles[luck % titles.length])] : []),
    ...(luck % 3 === 0 ? [act('reply', titles[luck % titles.length])] : []),
    ...(luck % 7 === 0 ? [act('confirmRead')] : []),
    ...(luck % 11 === 0 ? [act('bookReturned')] : []),
    ...(luck === 50 ? [act('article', articles[Number(day.slice(8)) % articles.length])] : []),
    ...(luck % 17 === 1 ? [act('activity')] : []),
  ]
}
