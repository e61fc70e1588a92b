/** The running system against its limits: the page, limits set by hand, and alerts that open, tell IT once and close by themselves. */
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { canonical } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { change, create, setDerived } from '#platform/server/records.ts'
import type { HealthOverview } from './answers.ts'
import { healthMeasures, isBad, worse, type HealthValues } from './measures.ts'
import { healthPermission } from './permission.ts'
import { healthFigures } from './read.ts'
import { healthAlert, healthLimit } from './tables.ts'

const [limits, alerts] = [healthLimit, healthAlert]
const states = { open: 1, closed: 2 } as const

export const healthNotice = notice('monitoring.health', ['系统运行预警', 'Alert of the system'], {
  title: ['{measure}：{value}{unit}，阈值 {threshold}{unit}', '{measure}: {value}{unit}, the limit is {threshold}{unit}'],
  kind: 'system',
  to: [holdersOf(healthPermission, operations.edit)],
})

async function limitsOf(context: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await context.db.selectFrom('health_limit').select(['code', 'threshold']).execute()
  return new Map(rows.map(row => [row.code, canonical(row.threshold)]))
}

/** POST /systemHealth/overview. */
export async function healthOverview(context: Context): Promise<HealthOverview> {
  const [figures, set] = await Promise.all([healthFigures(context), limitsOf(context)])
  const at = context.language === 'en' ? 1 : 0
  return {
    ...figures,
    measures: healthMeasures.map(one => {
      const threshold = set.get(one.code) ?? one.threshold
      const value = figures.values[one.code]
      return {
        code: one.code,
        title: one.title[at],
        unit: one.unit[at],
        value,
        threshold,
        isThresholdSet: set.has(one.code),
        bad: one.bad,
        isBad: isBad(one, value, threshold),
      }
    }),
  }
}

/** POST /systemHealth/limit. */
export async function setLimit(
  context: Context,
  { code, threshold }: { readonly code: string; readonly threshold: string },
): Promise<null> {
  if (!healthMeasures.some(one => one.code === code)) throw refuse.unknown(['指标', 'Measure'])
  await context.write(
    async (tx, inside) => {
      const row = await tx.selectFrom('health_limit').select('id').where('code', '=', code).executeTakeFirst()
      if (row === undefined) await create(inside, limits, { code, threshold })
      else await change(inside, limits, row.id, { threshold })
    },
    { line: `health_limit ${context.caller.orgId} ${code}` },
  )
  return null
}

/** Opens and closes alerts. `values`: what a test brings. */
export async function watchHealth(system: Context, tx: Tx, values?: HealthValues): Promise<Wording | undefined> {
  const found = values ?? (await healthFigures(system, tx.withoutPlugins())).values
  const set = await limitsOf(system)
  const open = await system.db.selectFrom('health_alert').select(['id', 'code', 'worst']).where('state', '=', states.open).execute()
  const now = system.now().toISOString()
  let opened = 0
  let closed = 0
  for (const one of healthMeasures) {
    const value = found[one.code]
    const threshold = set.get(one.code) ?? one.threshold
    const row = open.find(({ code }) => code === one.code)
    if (value !== null && isBad(one, value, threshold)) {
      if (row !== undefined) {
        await setDerived(system, alerts, [{ id: row.id, value, worst: worse(one, value, canonical(row.worst)) }])
        continue
      }
      opened += 1
      const made = { code: one.code, title: one.title[0], value, threshold, worst: value, openedAt: now }
      const { id } = await create(system, alerts, made)
      await notify(system, tx, healthNotice, {
        values: { measure: one.title, value, unit: one.unit, threshold },
        once: `health ${id}`,
      })
    } else if (row !== undefined) {
      closed += 1
      await setDerived(system, alerts, [{ id: row.id, state: states.closed, closedAt: now }])
    }
  }
  return opened + closed === 0 ? undefined : sentence`新预警 ${opened} 项，恢复 ${closed} 项`
}
