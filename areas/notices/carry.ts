/** From a notice to deliveries, in the transaction that tells: mails for whom they were chosen, chat messages for robots that hear it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { holesOf, textsOf, type Notice } from '#platform/declare/notice.ts'
import { toStored } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Carrier, CarrierAsk, Tx } from '#platform/server/area.ts'
import { sendersOf } from '#areas/admin/index.ts'
import { deliverJob } from './deliver.ts'
import { afterQuiet, nextDigest, type Times } from './quiet.ts'
import { languages, mailWays } from './tables.ts'

const english = languages.english[0]
/** stands where the notice of a single mail would */
export const digestCode = 'digest'
/** rows of one statement */
const portion = 1_000

/** Whether mails reach anybody: by a server, or outside production on the outbox page. */
export const mailsReach = ({ house }: Pick<CarrierAsk, 'house'>): boolean =>
  sendersOf(house.settings).mail !== null || !house.settings.production

const order = ({ house }: CarrierAsk, tx: Tx): Promise<void> => house.jobs.add(tx, deliverJob, {}, { queue: deliverJob })

/** What a template may fill in: what the notice itself fills in. */
export const allowedHoles = (notice: Notice): ReadonlySet<string> =>
  new Set(textsOf(notice).flatMap(title => title.flatMap(text => holesOf(text))))

async function reworded({ caller }: CarrierAsk, tx: Tx, notice: Notice): Promise<Notice> {
  const rows = await tx
    .withoutPlugins()
    .selectFrom('notice_template')
    .select(['language', 'title', 'several', 'text'])
    .where('org_id', '=', caller.orgId)
    .where('code', '=', notice.code)
    .execute()
  if (rows.length === 0) return notice
  const allowed = allowedHoles(notice)
  // a hole that the program filled when the template was written and fills no more: the usual words
  const own = (text: string | null): string | null => (text !== null && holesOf(text).every(hole => allowed.has(hole)) ? text : null)
  const words = (name: 'title' | 'several' | 'text', usual: Title | undefined): Title | undefined => {
    const [zh, en] = [languages.chinese[0], english].map(one => own(rows.find(row => row.language === one)?.[name] ?? null))
    return zh === null && en === null ? usual : [zh ?? usual?.[0] ?? '', en ?? usual?.[1] ?? '']
  }
  const [title, several, text] = [words('title', notice.title), words('several', notice.titleOfMany), words('text', notice.text)]
  return { ...notice, ...(title && { title }), ...(several && { titleOfMany: several }), ...(text && { text }) }
}

/** Robots in use that hear the notice, and the account of whoever answers for each. */
const groups: Carrier['groups'] = async ({ caller, house }, tx, code) => {
  const found = await tx
    .withoutPlugins()
    .selectFrom('notice_channel as c')
    .innerJoin('notice_kind as k', join => join.on(sql<boolean>`k.id = any(c.kinds)`))
    .select(['c.id', 'c.owner_id'])
    .where('c.org_id', '=', caller.orgId)
    .where('c.status', '=', 1)
    .where('k.code', '=', code)
    .execute()
  if (found.length === 0) return []
  const owners = found.flatMap(({ owner_id }) => owner_id ?? [])
  const accounts = await house.rights.accountsOfEmployees(caller.orgId, owners, tx)
  // a robot whose owner has left hears what nobody may see: that there was something
  return found.map(({ id, owner_id }) => ({ id, accountId: accounts.get(owner_id ?? '')?.[0] ?? '0' }))
}

const toGroups: Carrier['toGroups'] = async (ask, tx, code, said) => {
  const { caller, house } = ask
  const robots = await tx
    .withoutPlugins()
    .selectFrom('notice_channel')
    .select(['id', 'name', 'kind'])
    .where('org_id', '=', caller.orgId)
    .where(
      'id',
      'in',
      said.map(({ group }) => group.id),
    )
    .execute()
  const now = house.now().toISOString()
  const rows = said.flatMap(({ group, title, detail }) => {
    const robot = robots.find(({ id }) => id === group.id)
    if (robot === undefined) return []
    const text = detail === undefined || detail === null || detail === '' ? null : toStored(detail)
    const common = { org_id: caller.orgId, code, queued_at: now, next_at: now, event: `chat ${randomUUID()}`, message_ids: [] }
    return [{ ...common, channel: robot.kind, receiver: robot.name, channel_id: robot.id, title: toStored(title), detail: text }]
  })
  if (rows.length === 0) return
  await tx.withoutPlugins().insertInto('notice_delivery').values(rows).execute()
  await order(ask, tx)
}

interface Wanted {
  readonly accountId: string
  readonly mail: number
  readonly times: Times
  readonly address: string
  readonly zone: string
}

/** Those of the accounts that want this notice by mail and have an address. */
async function wanting({ caller }: CarrierAsk, tx: Tx, code: string, accountIds: readonly string[]): Promise<Map<string, Wanted>> {
  const found = await tx
    .withoutPlugins()
    .selectFrom('notice_preference as p')
    .innerJoin('account_organisation as m', join => join.onRef('m.account_id', '=', 'p.account_id').onRef('m.org_id', '=', 'p.org_id'))
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .innerJoin('organisation as o', 'o.id', 'p.org_id')
    .leftJoin('notice_setting as s', join => join.onRef('s.account_id', '=', 'p.account_id').onRef('s.org_id', '=', 'p.org_id'))
    .select(['p.account_id', 'p.mail', 's.quiet_from', 's.quiet_to', 's.digest_at', 'e.email', 'o.zone'])
    .where('p.org_id', '=', caller.orgId)
    .where('p.code', '=', code)
    .where('p.mail', '<>', mailWays.none[0])
    .where(sql<boolean>`p.account_id = any(${[...accountIds]}::bigint[])`)
    .execute()
  return new Map(
    found.flatMap(row =>
      row.email === null || row.email === ''
        ? []
        : [
            [
              row.account_id,
              {
                accountId: row.account_id,
                mail: row.mail,
                times: { quietFrom: row.quiet_from, quietTo: row.quiet_to, digestAt: row.digest_at ?? '09:00' },
                address: row.email,
                zone: row.zone,
              },
            ],
          ],
    ),
  )
}

const toPersons: Carrier['toPersons'] = async (ask, tx, code, messages) => {
  if (!mailsReach(ask)) return
  const wanted = await wanting(
    ask,
    tx,
    code,
    messages.map(({ accountId }) => accountId),
  )
  if (wanted.size === 0) return
  const now = ask.house.now().getTime()
  const common = { org_id: ask.caller.orgId, channel: 1 as const, queued_at: new Date(now).toISOString() }
  const single = messages.flatMap(({ id, accountId }) => {
    const his = wanted.get(accountId)
    if (his?.mail !== mailWays.now[0]) return []
    const nextMs = afterQuiet(now, his.times, his.zone)
    const next_at = new Date(nextMs).toISOString()
    return [{ ...common, code, receiver: his.address, account_id: accountId, event: `mail ${id}`, message_ids: [id], next_at }]
  })
  for (let at = 0; at < single.length; at += portion)
    await tx
      .withoutPlugins()
      .insertInto('notice_delivery')
      .values(single.slice(at, at + portion))
      .onConflict(conflict => conflict.columns(['org_id', 'event']).doNothing())
      .execute()
  await intoDigests(
    tx,
    messages.flatMap(({ id, accountId }) => {
      const his = wanted.get(accountId)
      return his?.mail === mailWays.digest[0] ? [{ id, his, at: nextDigest(now, his.times, his.zone) }] : []
    }),
    common,
  )
  if (single.length > 0) await order(ask, tx)
}

interface Digested {
  readonly id: string
  readonly his: Wanted
  readonly at: number
}

/** Into the mail of the day that is still to go; one that has just gone gets nothing more, the next one does. */
async function intoDigests(
  tx: Tx,
  digested: readonly Digested[],
  common: { readonly org_id: string; readonly channel: 1; readonly queued_at: string },
): Promise<void> {
  let left = digested.toSorted((a, b) => (BigInt(a.his.accountId) < BigInt(b.his.accountId) ? -1 : 1))
  while (left.length > 0) {
    const now = left.slice(0, portion)
    const rows = now.map(({ id, his, at: dueMs }) => {
      const next_at = new Date(dueMs).toISOString()
      const event = `digest ${his.accountId} ${next_at}`
      const own = { code: digestCode, receiver: his.address, account_id: his.accountId, is_digest: true }
      return { ...common, ...own, event, message_ids: [id], next_at }
    })
    const kept = await tx
      .withoutPlugins()
      .insertInto('notice_delivery')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'event'])
          .doUpdateSet({ message_ids: sql<string[]>`notice_delivery.message_ids || excluded.message_ids` })
          .where('notice_delivery.tries', '=', 0),
      )
      .returning('event')
      .execute()
    const done = new Set(kept.map(({ event }) => event))
    const gone = now.filter((_, at) => !done.has(rows[at]?.event ?? ''))
    left = [...gone.map(one => ({ ...one, at: nextDigest(one.at, one.his.times, one.his.zone) })), ...left.slice(portion)]
  }
}

export const carrier: Carrier = { reworded, groups, toGroups, toPersons }
