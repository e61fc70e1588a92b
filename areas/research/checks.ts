/** Infringement checks: what they must cover, how long they are good, and which of them closes the gate. */
import { codesOf } from '#platform/declare/codes.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { followerOf, setDerived } from '#platform/server/records.ts'
import { keepBans } from './bans.ts'
import { infringementCheck, validDays, verdicts } from './check-tables.ts'

const states = codesOf(infringementCheck.fields.state.choices)

/** Of each kind and market the newest audited check decides; the number of one that forbids. */
export async function forbidding(
  server: Context,
  { projectId, productId, markets }: { readonly projectId: string; readonly productId: string | null; readonly markets: readonly string[] },
): Promise<string | null> {
  const rows = await server.db
    .selectFrom('infringement_check')
    .select(['no', 'verdict', 'kinds', 'countries'])
    .where('state', '=', states.audited)
    .where(eb => eb.or([eb('project_id', '=', projectId), ...(productId === null ? [] : [eb('product_id', '=', productId)])]))
    .orderBy('audited_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const newest = new Map<string, (typeof rows)[number]>()
  for (const row of rows)
    for (const kind of row.kinds)
      for (const country of row.countries)
        if ((markets.length === 0 || markets.includes(country)) && !newest.has(`${kind} ${country}`)) newest.set(`${kind} ${country}`, row)
  return [...newest.values()].find(row => row.verdict === verdicts.forbidden[0])?.no ?? null
}

export const followChecks = followerOf(infringementCheck, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'infringement checks of a project')
  for (const { id, before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    if (after.state === states.asked && after.projectId === null && after.productId === null)
      throw refuse.invalid([{ field: 'projectId', message: sentence`请选择研发项目或商品` }])
    if (after.state === states.asked && after.projectId !== null) await refuseNarrow(server, after.projectId, after.countries)
    if (after.state !== states.audited) continue
    // whoever passes a gate of the project waits, or is seen here as passed
    const project =
      after.projectId === null
        ? undefined
        : await server.db
            .selectFrom('rd_project')
            .select('product_id as productId')
            .where('id', '=', after.projectId)
            .forNoKeyUpdate()
            .executeTakeFirst()
    await keepBans(
      server,
      tx,
      [after.productId, project?.productId].filter(one => typeof one === 'string'),
    )
    await setDerived(server, infringementCheck, [{ id, validTo: addDays(todayOf(context), validDays) }])
  }
})

async function refuseNarrow(server: Context, projectId: string, countries: readonly string[]): Promise<void> {
  const project = await server.db.selectFrom('rd_project').select('market_codes as markets').where('id', '=', projectId).executeTakeFirst()
  const missing = (project?.markets ?? []).filter(id => !countries.includes(id))
  if (missing.length === 0) return
  const named = await server.db.selectFrom('country').select('name').where('id', 'in', missing).orderBy('id').execute()
  throw refuse.invalid([{ field: 'countries', message: sentence`排查国家缺少项目的目标市场：${listed(named.map(one => one.name))}` }])
}
