/**
 * Telling a notice: whom it means, asked set by set; which of its records each of them may see; one message a person. Inside the
 * transaction of the event. Who may not see a record learns that there is one, and nothing of it.
 */
import { filled, type Notice, type Receivers } from '#platform/declare/notice.ts'
import { sentence, type Part, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { sql } from 'kysely'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { sharedWithMe } from '#platform/declare/scope.ts'
import { viewDemands } from '../calls/view-demands.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { sendMessage, type Sender } from '../messages/send.ts'
import { visibleRecords } from './visible-records.ts'
import { personPart } from '../trail/server-name.ts'

/** What fills a text, by name: the same in both languages, or a title. */
export type Values = Readonly<Record<string, string | Title>>

export interface Tell {
  /** the records it is about, as they are now */
  readonly of?: { readonly resource: Resource; readonly rows: readonly Row[] }
  /** whom `givenAccounts` of the notice stands for */
  readonly accounts?: readonly string[]
  /** what the text fills in beside what it knows itself */
  readonly values?: Values
  /** a second line, where the notice declares none */
  readonly detail?: string | null
  /** names the event, of each record where there are some: it is told once. Absent: the transaction happens once by itself */
  readonly once?: string | ((row: Row) => string)
  /** who is not told: whoever did it */
  readonly but?: string
  /** what the message opens; absent: the page of the one record, or the list of several */
  readonly target?: MessageTarget
}

/** Answers how many people were told. */
export async function notify(context: Context, tx: Tx, declared: Notice, what: Tell = {}): Promise<number> {
  const rows = await newRows(context, tx, declared, what)
  if (rows === null) return 0
  const carrier = carrierOf(context)
  const notice = (await carrier?.reworded(context, tx, declared)) ?? declared
  const groups = (await carrier?.groups(context, tx, notice.code)) ?? []
  const concerned = await accountsOf(context, tx, notice, rows, what.accounts)
  if (what.but !== undefined) concerned.delete(what.but)
  const { of } = what
  const answering = groups.map(({ accountId }) => [accountId, rows] as const)
  // whom a record is for sees it: thousands need not be asked one by one
  const isForThem = of !== undefined && isAudienceOf(context, notice, of.resource)
  const asked = new Map(isForThem ? answering : [...concerned, ...answering])
  const found = of === undefined ? null : await visibleRecords(context, tx, of.resource, asked)
  const seen = isForThem
    ? new Map([...(found ?? []), ...[...concerned].map(([account, his]) => [account, new Set(his.map(row => String(row.id)))] as const)])
    : found
  const messages = new Map<string, { readonly said: Said; readonly to: string[] }>()
  for (const [account, his] of concerned)
    for (const said of saidTo(context, notice, what, his, seen?.get(account))) {
      const key = JSON.stringify(said)
      const known = messages.get(key)
      if (known === undefined) messages.set(key, { said, to: [account] })
      else known.to.push(account)
    }
  for (const { said, to } of messages.values()) await sendMessage(context, tx, to, { kind: notice.kind, notice: notice.code, ...said })
  // a group is told what the one who answers for it would be told; what is of no record, only where he is told it himself
  const heard = groups.flatMap(group =>
    of === undefined && !concerned.has(group.accountId)
      ? [{ group, title: notice.name }]
      : saidTo(context, notice, what, rows, seen?.get(group.accountId)).map(said => ({ group, ...said })),
  )
  if (heard.length > 0) await carrier?.toGroups(context, tx, notice.code, heard)
  return concerned.size
}

/** The notice goes to the very audience by which the record is seen, and its list takes no other right. */
const isAudienceOf = ({ house }: Context, { to }: Notice, r: Resource): boolean =>
  r.scope === sharedWithMe &&
  to.every(one => one.by === 'audience' && one.field === 'audience') &&
  viewDemands(house.registry, r).some(demand => demand.kind === 'signedIn')

/** To accounts that are known, of what is no record. */
export async function tellAccounts(
  sender: Sender,
  tx: Tx,
  declared: Notice,
  accountIds: readonly string[],
  values: Values,
  target?: MessageTarget,
): Promise<void> {
  if (accountIds.length === 0) return
  const notice = (await carrierOf(sender)?.reworded(sender, tx, declared)) ?? declared
  const said = saidOf(notice, notice.title, values, { ...(target && { target }) })
  await sendMessage(sender, tx, accountIds, { kind: notice.kind, notice: notice.code, ...said })
}

const carrierOf = ({ house }: Pick<Sender, 'house'>) => house.areas.find(area => area.channel !== undefined)?.channel

/** The records that it was not told of yet; null where there is nothing to tell. */
async function newRows({ caller, house }: Context, tx: Tx, notice: Notice, { of, once }: Tell): Promise<readonly Row[] | null> {
  const rows = of?.rows ?? []
  if (of !== undefined && rows.length === 0) return null
  if (once === undefined) return rows
  const named = typeof once === 'string' ? [] : rows.map(row => [once(row), row] as const)
  const events = typeof once === 'string' ? [once] : [...new Set(named.map(([event]) => event))]
  if (events.length === 0) return null
  const told = house.now().toISOString()
  // sealed: whoever brings a notice about does not see what was told before
  const done = await tx
    .withoutPlugins()
    .insertInto('notice_event')
    .values(events.map(event => ({ org_id: caller.orgId, code: notice.code, event, told_at: told })))
    .onConflict(conflict => conflict.doNothing())
    .returning('event')
    .execute()
  if (done.length === 0) return null
  const fresh = new Set(done.map(row => row.event))
  return typeof once === 'string' ? rows : named.filter(([event]) => fresh.has(event)).map(([, row]) => row)
}

const listed = (value: unknown): string[] => (value === null || value === undefined || value === '' ? [] : [value].flat().map(asText))

/** account -> the records that concern him. */
async function accountsOf(
  context: Context,
  tx: Tx,
  notice: Notice,
  rows: readonly Row[],
  given: readonly string[] = [],
): Promise<Map<string, readonly Row[]>> {
  const found = new Map<string, Set<Row>>()
  const add = (account: string, some: readonly Row[]): void => {
    const known = found.get(account)
    if (known === undefined) found.set(account, new Set(some))
    else for (const row of some) known.add(row)
  }
  for (const to of notice.to) {
    const people = to.by === 'given' ? given.map(account => [account, rows] as const) : await meant(context, tx, to, rows)
    for (const [account, some] of people) add(account, some)
  }
  return new Map([...found].map(([account, some]) => [account, [...some]]))
}

async function meant(
  context: Context,
  tx: Tx,
  to: Exclude<Receivers, { by: 'given' }>,
  rows: readonly Row[],
): Promise<readonly (readonly [string, readonly Row[]])[]> {
  const { caller, house } = context
  if (to.by === 'holders') {
    const accounts = await house.rights.holdersOf(caller.orgId, to.permission, to.operation, tx)
    return accounts.map(account => [account, rows] as const)
  }
  const members =
    to.by === 'members' ? await membersIn(tx, caller.orgId, to, rows) : to.by === 'head' ? await headsIn(context, tx, to.field, rows) : null
  const byMark = new Map<string, Row[]>()
  for (const row of rows)
    for (const mark of new Set(members === null ? listed(row[fieldOf(to)]) : members.get(asText(row[fieldOf(to)] ?? '')))) {
      const known = byMark.get(mark)
      if (known === undefined) byMark.set(mark, [row])
      else known.push(row)
    }
  if (byMark.size === 0) return []
  if (to.by !== 'audience') {
    const accounts = await house.rights.accountsOfEmployees(caller.orgId, [...byMark.keys()], tx)
    return [...accounts].flatMap(([employee, ids]) => ids.map(id => [id, byMark.get(employee) ?? []] as const))
  }
  // an audience is a record's own: records that are told of at once are few
  const told: (readonly [string, readonly Row[]])[] = []
  for (const row of rows)
    for (const account of await house.rights.accountsOf(caller.orgId, listed(row[to.field]), tx)) told.push([account, [row]])
  return told
}

const fieldOf = (to: Exclude<Receivers, { by: 'given' } | { by: 'holders' }>): string => (to.by === 'members' ? to.of : to.field)

/** The nearest head of each person, as the area says that knows them. */
async function headsIn(context: Context, tx: Tx, field: string, rows: readonly Row[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const heads = context.house.areas.find(area => area.heads !== undefined)?.heads
  const found = await heads?.(context, tx, [...new Set(rows.flatMap(row => listed(row[field])))])
  return new Map([...(found ?? [])].map(([id, head]) => [id, [head]]))
}

/** Employees by what they are members of: one query, past the door, which need not show them to whoever brings the notice about. */
async function membersIn(
  tx: Tx,
  orgId: string,
  { table, record, person, of }: Extract<Receivers, { by: 'members' }>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const column = columnOf(record)
  const found = await anyTable(tx.withoutPlugins())
    .selectFrom(table)
    .select([`${column} as of`, `${columnOf(person)} as employee`])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`${sql.ref(column)} = any(${[...new Set(rows.flatMap(row => listed(row[of])))]}::bigint[])`)
    .execute()
  const members = found.map(row => [String(row['of']), String(row['employee'])] as const)
  return new Map([...Map.groupBy(members, ([id]) => id)].map(([id, some]) => [id, some.map(([, employee]) => employee)]))
}

interface Said {
  readonly title: Wording
  readonly detail?: Part | null
  readonly target?: MessageTarget
}

/** The text with its holes filled, in both languages. */
const inBoth = ([zh, en]: Title, values: Values): Title => {
  const of = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : value[at]]))
  return [filled(zh, of(0)), filled(en, of(1))]
}

function saidOf(notice: Notice, title: Title, values: Values, more: Omit<Said, 'title'>): Said {
  const detail = notice.text === undefined ? more.detail : inBoth(notice.text, values)
  return { title: inBoth(title, values), ...more, ...(detail === undefined ? {} : { detail }) }
}

/** One message of what he sees, one of what he does not. */
function saidTo(
  { caller }: Context,
  notice: Notice,
  { of, values = {}, detail, target }: Tell,
  rows: readonly Row[],
  seen: ReadonlySet<string> | undefined,
): Said[] {
  const more = (own: MessageTarget | undefined): Omit<Said, 'title'> => ({
    ...(detail === undefined ? {} : { detail }),
    ...(own === undefined ? {} : { target: own }),
  })
  if (of === undefined) return [saidOf(notice, notice.title, { by: personPart(caller.name), ...values }, more(target))]
  const r = of.resource
  const his = rows.filter(row => seen?.has(String(row.id)))
  const said: Said[] = []
  const [row] = his
  if (row !== undefined) {
    const label = labelOf(r)
    const known = {
      by: personPart(caller.name),
      table: r.title,
      n: String(his.length),
      label: asText(row[`${label}Label`] ?? row[label] ?? ''),
    }
    const title = his.length > 1 ? (notice.titleOfMany ?? notice.title) : notice.title
    const own = r.type === undefined ? undefined : { list: r.type, ...(his.length === 1 ? { id: row.id } : {}) }
    said.push(saidOf(notice, title, { ...known, ...values }, more(target ?? own)))
  }
  const hidden = rows.length - his.length
  if (hidden > 0) said.push({ title: sentence`${notice.name}：有 ${hidden} 条${r.title}与您有关，但您没有查看权限` })
  return said
}
