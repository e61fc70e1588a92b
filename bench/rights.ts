/**
 * What rights and scopes cost: a list call against the same list with its predicate by hand, many people signing in at once, the check of a
 * session among ten thousand.
 */
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { hashOfToken, newToken } from '#platform/server/session/tokens.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { median, ms, percent, quantile, seconds, timed, type Figure } from './figures.ts'
import { serve, signIn } from './http.ts'
import type { Place } from './place.ts'

const part = 'rights'
const size = { roles: 200, permissionsOfRole: 30, departments: 40, employees: 2_000, grants: 5_000, sessions: 10_000, crowd: 50 }
const rounds = 400
const aims = { overhead: 0.1, crowdMs: 5_000, slowerMs: 100, sessionMs: 1 }

export async function rightsPart(place: Place): Promise<Figure[]> {
  const accountId = await fillRights(place)
  return [...(await overhead(place, accountId)), await sessionCheck(place), ...(await crowd(place))]
}

/** A company of the size the specification of this bench names; the person measured looks after his department and holds five roles. */
async function fillRights({ owner, orgId }: Place): Promise<string> {
  const run = (text: string, values: readonly unknown[] = []) => owner.query(text, [...values])
  const { rows } = await run(
    `select a.id from account a join account_organisation m on m.account_id = a.id where a.username = 'sales' and m.org_id = $1`,
    [orgId],
  )
  const accountId = String((rows[0] as { id: string }).id)
  const there = await run(`select 1 from role where org_id = $1 and name = 'bench 1'`, [orgId])
  if (there.rowCount !== 0) return accountId
  await run(`insert into department (org_id, name) select $1, 'bench ' || n from generate_series(1, $2::int) n`, [orgId, size.departments])
  await run(
    `insert into employee (org_id, no, name, dept_id) select $1, 'B' || n, '员工' || n,
      (select id from department where org_id = $1 and name = 'bench ' || (1 + n % $3::int)) from generate_series(1, $2::int) n`,
    [orgId, size.employees, size.departments],
  )
  await run(`insert into role (org_id, name) select $1, 'bench ' || n from generate_series(1, $2::int) n`, [orgId, size.roles])
  await run(
    `insert into role_permission (org_id, role_id, permission, operation)
     select $1, r.id, case when n = 1 then 'skuMap' else 'bench.' || n end, 2 from role r, generate_series(1, $2::int) n where r.org_id = $1
       and r.name like 'bench %'`,
    [orgId, size.permissionsOfRole],
  )
  await run(
    `insert into account_role (org_id, account_id, role_id) select $1, $2, id from role where org_id = $1 and name like 'bench %'
      order by id limit 5`,
    [orgId, accountId],
  )
  await run(
    `insert into data_grant (org_id, employee_id, kind, object_id)
     select $1, e.id, 2, n from (select id, row_number() over (order by id) as place from employee where org_id = $1 and no like 'B%') e,
       generate_series(1, 3) n where (e.place - 1) * 3 + n <= $2::int`,
    [orgId, size.grants],
  )
  await run(`update account_organisation set data_scope = 1 where account_id = $1 and org_id = $2`, [accountId, orgId])
  await run(
    `insert into scope_version (organisation_id, version) values ($1, 1) on conflict (organisation_id) do update
      set version = scope_version.version + 1`,
    [orgId],
  )
  return accountId
}

/** Through token, rights and door, in turn with the same list whose predicate stands in its query and whose caller is known. */
async function overhead({ house, owner, orgId }: Place, accountId: string): Promise<Figure[]> {
  const resource = house.registry.resources.get('sku_map') as Resource
  const [token] = await makeSessions(owner, [accountId], 1)
  house.rights.forget?.()
  const cold = await timed(() => house.rights.callerOfToken(token ?? '', orgId))
  const caller = await house.rights.callerOfToken(token ?? '', orgId)
  if (!caller) throw new Error('the person measured is not signed in')
  const query = { pageNum: 1, pageSize: 50 }
  const scoped = async (): Promise<unknown> => {
    const asker = await house.rights.callerOfToken(token ?? '', orgId)
    return listOf(house.asUser(asker ?? caller, 'zh', 'bench'), resource, query)
  }
  const bare: Context = { ...house.asUser(caller, 'zh', 'bench'), db: house.unscoped('bench: the same list with its predicate by hand') }
  const byHand = (): Promise<unknown> => listOf(bare, resource, { ...query, shopId: [...caller.shops] })
  for (let i = 0; i < rounds / 4; i += 1) await Promise.all([scoped(), byHand()])
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i += 1) {
    ours.push(await timed(scoped))
    theirs.push(await timed(byHand))
  }
  const [mine, hand] = [median(ours), median(theirs)]
  return [
    {
      part,
      what: `list call with rights and scope (${size.roles} roles, ${size.employees.toLocaleString('en')} employees, ${size.grants.toLocaleString('en')} scope entries)`,
      value: ms(mine),
      against: `${ms(hand)} predicate by hand, no rights`,
      ratio: `+${percent(Math.max(0, mine / hand - 1))}`,
      aim: `<= ${percent(aims.overhead)}`,
      met: mine / hand - 1 <= aims.overhead,
    },
    { part, what: 'first call after a changed grant: everything about the person and his organisation read again', value: ms(cold) },
  ]
}

/** Tokens of sessions that live, put straight into the table. */
async function makeSessions(owner: Place['owner'], accountIds: readonly string[], count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newToken())
  await owner.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, expires_at, address, user_agent)
     select h, ($2::bigint[])[1 + (n % $3::int)::int], now(), now(), now() + interval '7 days', '127.0.0.1', 'bench' from unnest($1::text[])
       with ordinality u(h, n)`,
    [tokens.map(hashOfToken), accountIds, accountIds.length],
  )
  return tokens
}

/** Each token for the first time in this process: nothing of it is remembered. */
async function sessionCheck({ house, owner, orgId }: Place): Promise<Figure> {
  const { rows } = await owner.query<{ id: string }>(
    'select a.id from account a join account_organisation m on m.account_id = a.id where m.org_id = $1 and a.status = 1',
    [orgId],
  )
  const tokens = await makeSessions(
    owner,
    rows.map(row => row.id),
    size.sessions,
  )
  await owner.query('analyze session')
  for (const token of tokens.slice(0, 500)) await house.rights.callerOfToken(token, orgId)
  const sample: number[] = []
  for (const token of tokens.slice(500, 4_500)) sample.push(await timed(() => house.rights.callerOfToken(token, orgId)))
  const p95 = quantile(sample, 0.95)
  return {
    part,
    what: `check of a session not yet remembered, among ${size.sessions.toLocaleString('en')} that live, p95`,
    value: ms(p95),
    against: `${ms(median(sample))} median`,
    aim: `< ${aims.sessionMs} ms`,
    met: p95 < aims.sessionMs,
  }
}

/** Fifty people sign in at once; somebody who is there already goes on asking for his profile. */
async function crowd(place: Place): Promise<Figure[]> {
  await makeCrowd(place)
  const server = await serve(place, null)
  try {
    const token = await signIn(server.port, 'finance')
    await timed(() => profile(server.port, token))
    const quiet = await latencies(server.port, token, () => new Promise(resolve => setTimeout(resolve, 2_000)))
    let tookMs = 0
    const busy = await latencies(server.port, token, async () => {
      tookMs = await timed(() => Promise.all(Array.from({ length: size.crowd }, (_, i) => signIn(server.port, `crowd${i + 1}`))))
    })
    const slower = Math.max(...busy) - median(quiet)
    return [
      {
        part,
        what: `${size.crowd} people sign in at once`,
        value: seconds(tookMs),
        aim: `< ${seconds(aims.crowdMs)}`,
        met: tookMs < aims.crowdMs,
      },
      {
        part,
        what: 'slowest other request meanwhile',
        value: ms(Math.max(...busy)),
        against: `${ms(median(quiet))} in quiet`,
        ratio: `+${ms(slower)}`,
        aim: `<= +${aims.slowerMs} ms`,
        met: slower <= aims.slowerMs,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function makeCrowd({ owner, orgId }: Place): Promise<void> {
  await owner.query(
    `insert into account (username, name, password_hash) select 'crowd' || n, '同事' || n, (select password_hash from account
      where username = 'sales')
     from generate_series(1, $1::int) n on conflict (username) do nothing`,
    [size.crowd],
  )
  await owner.query(
    `insert into account_organisation (org_id, account_id, data_scope) select $1, id, 0 from account where username like 'crowd%'
      on conflict do nothing`,
    [orgId],
  )
}

async function latencies(port: number, token: string, work: () => Promise<unknown>): Promise<number[]> {
  const sample: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) sample.push(await timed(() => profile(port, token)))
  })()
  await work()
  isOver = true
  await asking
  return sample
}

const profile = async (port: number, token: string): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api-2024/system/userprofile`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`the profile answered ${answer.status}`)
  await answer.text()
}
