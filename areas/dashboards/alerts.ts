/**
 * Alerts on a measure: each person's own, looked at within his own scope as soon as further days are complete. What is told and how far it
 * was looked are written in one transaction, so that a day is told once and none is left out.
 */
import { notice, givenAccounts } from '#platform/declare/notice.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import { within } from '#platform/server/db/within.ts'
import { tell } from '#platform/server/notices/tell.ts'
import { create } from '#platform/server/records/change.ts'
import { setDerived } from '#platform/server/records/derived.ts'
import { askOf } from '#platform/server/reports/ask-of.ts'
import { completeOf, tellsDays } from '#platform/server/reports/complete-until.ts'
import { pageSizeMax, readReport } from '#platform/server/reports/read.ts'
import { timed } from '#platform/server/timed/timed.ts'
import { reportOf } from './content.ts'
import { alertLevels, alertRules, daysDue, reasonFor, shown, weeks, type AlertRule } from './judge.ts'
import { alertStates, measureAlert } from './tables.ts'

const r = measureAlert as unknown as Resource
const alertsMax = 50
const portion = 200
/** where a question is checked and no figure is read */
const anyDay = '2026-01-01'

export const alertNotice = notice('dashboard.alert', ['指标预警', 'Alert on a measure'], {
  title: ['预警“{name}”：{day}{of} {measure} {value}', 'Alert “{name}”: {measure}{of} {value} on {day}'],
  text: ['{reason}{more}', '{reason}{more}'],
  to: [givenAccounts],
})

export interface AlertInput {
  readonly name: string
  readonly report: string
  readonly measure: string
  readonly where: Readonly<Record<string, readonly string[]>>
  /** dimension whose values are judged each for itself; absent: the figure of all */
  readonly level?: string
  readonly rule: AlertRule
  /** decimal string; null with the usual band */
  readonly threshold: string | null
}

/** POST /measureAlert/insert. */
export function addAlert(context: Context, { where, ...input }: AlertInput): Promise<{ id: string }> {
  const { accountId } = context.caller
  return context.write(async (_, inside) => {
    const report = reportOf(inside, input.report)
    if (report === null) throw refuse.unknown(['报表', 'Report'])
    const measure = ownValue(report.measures, input.measure)
    if (measure === undefined) throw refuse.invalid([{ field: 'measure', message: sentence`没有“${input.measure}”这个指标` }])
    if (measure.kind === 'grade') throw refuse.invalid([{ field: 'measure', message: sentence`“${measure.title}”是分级，不能设预警` }])
    const level = input.level === undefined ? undefined : ownValue(report.dimensions, input.level)
    if (input.level !== undefined && (level === undefined || !alertLevels.some(one => one === input.level)))
      throw refuse.invalid([{ field: 'level', message: sentence`不能按“${input.level}”分别预警` }])
    if (input.rule !== alertRules.unusual[0] && input.threshold === null)
      throw refuse.invalid([{ field: 'threshold', message: sentence`请填写阈值` }])
    if (!isDaily(report)) throw refuse.rule(sentence`“${report.title}”不能按天查看，不能设预警`)
    await askOf(inside, report, { by: ['day'], where, startDate: anyDay, endDate: anyDay })
    const { n } = await inside.db
      .selectFrom('measure_alert')
      .select(eb => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) >= alertsMax) throw refuse.rule(sentence`每人最多 ${alertsMax} 个预警，请先删除不用的`)
    const at = inside.language === 'en' ? 1 : 0
    const titles = { reportTitle: report.title[at], measureTitle: measure.title[at], levelTitle: level?.title[at] ?? null }
    const row = await create(inside, r, { ...input, ...titles, content: { where }, accountId })
    return { id: row.id }
  })
}

/** Days are told apart, and files say which of them are there. */
const isDaily = (report: Report): boolean => ownValue(report.dimensions, 'day')?.time === 'day' && tellsDays(report)

interface Alert {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly report: string
  readonly measure: string
  readonly level: string | null
  readonly content: { readonly where: AlertInput['where'] } | null
  readonly rule: AlertRule
  readonly threshold: string | null
  readonly checked_until: string | null
  readonly told_on: string | null
}

/** name of a row, of an alert without level '' -> day -> figure; a day whose figure is not known is left out */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What is asked of a report for an alert. */
export interface AlertAsk {
  readonly measure: string
  readonly level: string | null
  readonly where: AlertInput['where']
}

/** What an alert reads; a test brings its own. */
export interface Figures {
  /** the last day that is complete for all shops it is about; null: there is none */
  until(context: Context, report: Report, ask: AlertAsk): Promise<string | null>
  /** null: some days are being computed, and the figures may lack what has just come */
  rows(context: Context, report: Report, ask: AlertAsk, from: string, to: string): Promise<Rows | null>
}

const pagesMax = 20

const fromReports: Figures = {
  until: async (context, report, { where }) => (await completeOf(context, report, where))?.until ?? null,
  async rows(context, report, { measure, level, where }, from, to) {
    const by = ['day', ...(level === null ? [] : [level])]
    const query = { by, where, startDate: from, endDate: to, currency: 'CNY' as const, measures: [measure] }
    const known = new Map<string, Map<string, string | null>>(level === null ? [['', new Map()]] : [])
    for (let pageNum = 1, left = true; left && pageNum <= pagesMax; pageNum++) {
      const { list, total, computing } = await readReport(context, report, { ...query, pageNum, pageSize: pageSizeMax })
      if (computing.length > 0) return null
      for (const { key, label, values } of list) {
        const name = level === null ? '' : (label[level] ?? key[level] ?? '')
        known.set(name, (known.get(name) ?? new Map<string, string | null>()).set(key['day'] ?? '', values[measure] ?? null))
      }
      left = pageNum * pageSizeMax < total
    }
    // a complete day without a row had nothing; a ratio of nothing is not known
    const none = ['ratio', 'share', 'moving'].includes(ownValue(report.measures, measure)?.class ?? '') ? null : '0'
    return new Map([...known].map(([name, days]) => [name, filled(days, none, from, to)]))
  },
}

function filled(days: ReadonlyMap<string, string | null>, none: string | null, from: string, to: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const value = days.has(day) ? (days.get(day) ?? null) : none
    if (value !== null) values.set(day, value)
  }
  return values
}

/** A row on a day that is told. */
interface Finding {
  readonly day: string
  readonly name: string
  readonly value: string
  readonly reason: Title
}

function findingsOf({ rule, threshold }: Alert, days: readonly string[], rows: Rows): readonly Finding[] {
  return days.flatMap(day =>
    [...rows].flatMap(([name, values]) => {
      const reason = reasonFor(rule, threshold, day, values)
      return reason === null ? [] : [{ day, name, value: shown(values.get(day) ?? '0'), reason }]
    }),
  )
}

/** how many of the other rows and days a notice names */
const othersMax = 10

/** Looks at one alert as its owner; answers whether he was told. */
async function look(system: Context, tx: Tx, owner: Context, alert: Alert, figures: Figures): Promise<boolean> {
  const report = reportOf(owner, alert.report)
  const measure = report === null ? undefined : ownValue(report.measures, alert.measure)
  const where = alert.content?.where ?? {}
  const names = [...Object.keys(where), ...(alert.level === null ? [] : [alert.level])]
  // narrowed less than it was asked for, its figure would be another one
  if (report === null || measure === undefined || names.some(name => !Object.hasOwn(report.dimensions, name))) {
    await setDerived(owner, r, [{ id: alert.id, state: alertStates.gone[0] }])
    return false
  }
  const ask = { measure: alert.measure, level: alert.level, where }
  const until = await figures.until(owner, report, ask)
  const days = until === null ? [] : daysDue(alert.checked_until, until)
  const [first] = days
  if (until === null || first === undefined) return false
  const rows = await figures.rows(owner, report, ask, addDays(first, -7 * weeks), until)
  // the next look judges these days
  if (rows === null) return false
  const found = findingsOf(alert, days, rows)
  const last = found.at(-1)
  await setDerived(owner, r, [{ id: alert.id, state: alertStates.watched[0], checkedUntil: until, toldOn: last?.day ?? alert.told_on }])
  if (last === undefined) return false
  const others = found.slice(0, -1).map(one => [one.day, one.name, one.value].filter(word => word !== '').join(' '))
  const named = others.slice(-othersMax)
  const more = others.length - named.length
  await tell(system, tx, alertNotice, {
    accounts: [alert.account_id],
    once: `${alert.id} ${last.day}`,
    target: { list: 'measureAlert' },
    values: {
      name: alert.name,
      day: last.day,
      of: last.name === '' ? '' : ` ${last.name}`,
      measure: measure.title,
      value: last.value,
      reason: last.reason,
      more:
        named.length === 0
          ? ['', '']
          : [
              `；另有 ${named.join('、')}${more > 0 ? ` 等 ${others.length} 项` : ''}`,
              `; also ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
            ],
    },
  })
  return true
}

/** All alerts of the organisation that are on; how many people were told. */
export async function lookAtAlerts(system: Context, tx: Tx, figures: Figures = fromReports): Promise<number> {
  let told = 0
  for (let above = '0'; ;) {
    // past the door: an alert is seen by its owner alone
    const alerts = (await tx
      .withoutPlugins()
      .selectFrom('measure_alert')
      .select(['id', 'account_id', 'name', 'report', 'measure', 'level', 'content', 'rule', 'threshold', 'checked_until', 'told_on'])
      .where('org_id', '=', system.caller.orgId)
      .where('is_on', '=', true)
      .where('id', '>', above)
      .orderBy('id')
      .limit(portion)
      .forUpdate()
      .execute()) as unknown as Alert[]
    const accounts = [...new Set(alerts.map(alert => alert.account_id))]
    const callers = new Map((await system.house.rights.callersOf(system.caller.orgId, accounts, tx)).map(one => [one.accountId, one]))
    for (const alert of alerts) {
      const caller = callers.get(alert.account_id)
      // whoever may not sign in is told nothing
      if (caller === undefined) continue
      if (await look(system, tx, within(system.house.asUser(caller, 'zh', 'alert'), tx), alert, figures)) told += 1
    }
    const last = alerts.at(-1)
    if (last === undefined || alerts.length < portion) return told
    above = last.id
  }
}

export const alertTimed = [
  timed('dashboard.alerts', ['检查指标预警', 'Alerts on measures'], {
    every: 30,
    work: async (inside, tx) => {
      const told = await lookAtAlerts(inside, tx)
      return told === 0 ? undefined : sentence`提醒 ${told} 条`
    },
  }),
]
