/**
 * Alerts on a measure: each person's own, looked at within his own scope as soon as further days are complete. What is told and how far it
 * was looked are written in one transaction, so that a day is told once and none is left out.
 */
import { notice, givenAccounts } from '#platform/declare/notice.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Report } from '#platform/declare/report.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { notify } from '#platform/server/notices.ts'
import { create, setDerived, followerOf } from '#platform/server/records.ts'
import { askOf } from '#platform/server/reports.ts'
import { timed } from '#platform/server/jobs.ts'
import { fromReports, isDaily, type AlertAsk, type Figures, type Rows } from './alert-figures.ts'
import { completeSaid, planOf, portionsOf, type Checked, type Plan } from './alert-plan.ts'
import { reportOf } from './content.ts'
import { alertLevels, alertRules, reasonFor, shown, weeks, type AlertRule } from './judge.ts'
import { alertStates, measureAlert } from './tables.ts'

const r = measureAlert
const alertsMax = 50
const portion = 200
/** where a question is checked and no figure is read */
const anyDay = '2026-01-01'

export const alertNotice = notice('dashboard.alert', ['指标预警', 'Alert on a measure'], {
  title: ['预警“{name}”：{day}{of} {measure} {value}', 'Alert “{name}”: {measure}{of} {value} on {day}'],
  text: ['{reason}{more}{complete}', '{reason}{more}{complete}'],
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

/** What must hold of an alert however it is written: without its threshold it would never tell. Switched on again it begins anew. */
export const keepAlerts = followerOf(measureAlert, async (context, _, changes) => {
  const now = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (now.some(({ after }) => Number(after.rule) !== alertRules.unusual[0] && (after.threshold ?? null) === null))
    throw refuse.invalid([{ field: 'threshold', message: sentence`请填写阈值` }])
  const again = now.filter(({ before, after }) => before !== null && before.isOn === false && after.isOn === true)
  await setDerived(
    context,
    r,
    again.map(({ after }) => ({ id: String(after.id), checkedUntil: null, checkedEach: null })),
  )
})

interface Alert extends Checked {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly report: string
  readonly measure: string
  readonly content: { readonly where: AlertInput['where'] } | null
  readonly rule: AlertRule
  readonly threshold: string | null
  readonly told_on: string | null
}

/** A row on a day that is told. */
interface Finding {
  readonly day: string
  /** what the row is of, and what it is called */
  readonly key: string
  readonly name: string
  readonly value: string
  readonly reason: Title
}

function findingsOf(
  { rule, threshold }: Alert,
  { days, isDue }: Plan,
  [from, to]: readonly [string, string],
  rows: Rows,
): readonly Finding[] {
  return days
    .filter(day => day >= from && day <= to)
    .flatMap(day =>
      [...rows].flatMap(([key, { name, values }]) => {
        const reason = isDue(key, day) ? reasonFor(rule, threshold, day, values) : null
        return reason === null ? [] : [{ day, key, name, value: shown(values.get(day) ?? '0'), reason }]
      }),
    )
}

/** What a look has found, and the last day that it has judged. */
interface Look {
  readonly found: readonly Finding[]
  readonly upTo: string
}

/** All days that are due, a portion after the other. Null: the figures of the first are being computed. */
async function lookThrough(
  owner: Context,
  report: Report,
  alert: Alert,
  ask: AlertAsk,
  plan: Plan,
  figures: Figures,
): Promise<Look | null> {
  const found: Finding[] = []
  let upTo: string | null = null
  for (const portion of portionsOf(plan.days)) {
    const [from, to] = portion
    const rows = await figures.rows(owner, report, ask, plan.counted, addDays(from, -7 * weeks), to)
    // the next look judges these days
    if (rows === null) break
    found.push(...findingsOf(alert, plan, portion, rows))
    upTo = to
  }
  return upTo === null ? null : { found, upTo }
}

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
  const plan = planOf(alert, await figures.shops(owner, report, ask))
  const judged = plan === null ? null : await lookThrough(owner, report, alert, ask, plan, figures)
  if (plan === null || judged === null) return false
  const last = judged.found.at(-1)
  await setDerived(owner, r, [
    {
      id: alert.id,
      state: alertStates.watched[0],
      checkedUntil: later(alert.checked_until, judged.upTo < plan.until ? judged.upTo : plan.until),
      checkedEach: plan.checkedEach(judged.upTo),
      toldOn: later(alert.told_on, last?.day ?? null),
    },
  ])
  if (last === undefined) return false
  await notify(system, tx, alertNotice, {
    accounts: [alert.account_id],
    once: `${alert.id} ${last.day}${last.key === '' ? '' : ` ${last.key}`}`,
    target: { list: 'measureAlert' },
    values: {
      name: alert.name,
      day: last.day,
      of: last.name === '' ? '' : ` ${last.name}`,
      measure: measure.title,
      value: last.value,
      reason: last.reason,
      more: othersSaid(judged.found.slice(0, -1)),
      complete: completeSaid(plan.counted.find(one => one.id === last.key)?.until ?? plan.until, plan.leftOut),
    },
  })
  return true
}

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)

/** how many of the other rows and days a notice names */
const othersMax = 10

function othersSaid(found: readonly Finding[]): Title {
  const others = found.map(one => [one.day, one.name, one.value].filter(word => word !== '').join(' '))
  const named = others.slice(-othersMax)
  const more = others.length - named.length
  if (named.length === 0) return ['', '']
  return [
    `；另有 ${named.join('、')}${more > 0 ? ` 等 ${others.length} 项` : ''}`,
    `; also ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

/** All alerts of the organisation that are on; how many people were told. */
export async function lookAtAlerts(system: Context, tx: Tx, figures: Figures = fromReports): Promise<number> {
  let told = 0
  for (let above = '0'; ;) {
    // past the door: an alert is seen by its owner alone
    const alerts = await tx
      .withoutPlugins()
      .selectFrom('measure_alert')
      .select(['id', 'account_id', 'name', 'report', 'measure', 'level', 'content', 'rule', 'threshold'])
      .select(['checked_until', 'checked_each', 'told_on'])
      .where('org_id', '=', system.caller.orgId)
      .where('is_on', '=', true)
      .where('id', '>', above)
      .orderBy('id')
      .limit(portion)
      .forUpdate()
      .execute()
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
