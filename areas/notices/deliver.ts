/**
 * Carrying deliveries out. A try is noted before it is made, with the time of the next one: a process that dies in between makes the next
 * process try again, so each goes at least once. That it counts once is up to whoever receives it: each try names the same id.
 */
import { sql } from 'kysely'
import { fromStored, listed, sentence, toStored, type Part, type WordLanguage } from '#platform/declare/sentence.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { House } from '#platform/server/area.ts'
import { keepInOutbox, sendersOf } from '#areas/admin/index.ts'
import { unseal } from './sealed.ts'
import { deliveryStates, languages } from './tables.ts'
import { InsideAddress, insideFault } from '#platform/server/outgoing.ts'
import { callChat } from './webhook.ts'

export const deliverJob = 'notice.deliver'
const minuteMs = 60_000
/** minutes between the five tries: six hours from the first to the last */
export const pauses = [5, 25, 90, 240] as const
export const triesMax = pauses.length + 1
/** within it a try that is under way ends */
const leaseMs = 2 * minuteMs
/** carried out side by side */
const together = 10
const faultLengthMax = 900
const keptMs = 90 * 24 * 60 * minuteMs
/** messages named in one digest */
const namedMax = 200

interface Delivery {
  readonly id: string
  readonly org_id: string
  readonly channel: number
  readonly account_id: string | null
  readonly channel_id: string | null
  readonly receiver: string
  readonly is_digest: boolean
  readonly message_ids: readonly string[]
  readonly title: string | null
  readonly detail: string | null
  readonly tries: number
}
/** It can't be delivered, now or later. */
class Undeliverable extends Error {
  readonly reason: Part
  constructor(reason: Part) {
    super('undeliverable')
    this.reason = reason
  }
}

const db = (house: House) => house.unscoped('deliveries of notices that are due, of every organisation')

/** Until nothing is due. */
export async function deliverDue(house: House, _payload: unknown = {}, signal?: AbortSignal): Promise<number> {
  let done = 0
  while (signal?.aborted !== true) {
    const taken = await takeDue(house)
    if (taken.length === 0) break
    await Promise.all(taken.map(one => deliver(house, one)))
    done += taken.length
  }
  return done
}

async function takeDue(house: House): Promise<readonly Delivery[]> {
  const now = house.now().getTime()
  const { rows } = await sql<Delivery>`
    update notice_delivery set tries = tries + 1, next_at = ${new Date(now + leaseMs).toISOString()}
    where id in (select id from notice_delivery where state in (1, 3) and next_at <= ${new Date(now).toISOString()}
      order by next_at limit ${together} for update skip locked)
    returning id, org_id, channel, account_id, channel_id, receiver, is_digest, message_ids, title, detail, tries`.execute(db(house))
  return rows
}

async function deliver(house: House, one: Delivery): Promise<void> {
  try {
    await (one.channel === 1 ? mail(house, one) : chat(house, one))
  } catch (error) {
    const given = error instanceof Undeliverable
    const isLast = given || one.tries >= triesMax
    const pause = pauses[Math.min(one.tries, pauses.length) - 1] ?? 0
    return note(house, one, {
      state: isLast ? deliveryStates.given[0] : deliveryStates.failed[0],
      fault: given ? toStored(error.reason) : faultOf(error),
      next_at: isLast ? null : new Date(house.now().getTime() + pause * minuteMs).toISOString(),
    })
  }
  await note(house, one, { state: deliveryStates.sent[0], fault: null, next_at: null, sent_at: house.now().toISOString() })
}

const faultOf = (error: unknown): string =>
  error instanceof InsideAddress ? toStored(insideFault) : (error instanceof Error ? error.message : String(error)).slice(0, faultLengthMax)

type Outcome = { readonly state: 2 | 3 | 4; readonly fault: string | null; readonly next_at: string | null; readonly sent_at?: string }
/** Only of the try that it was: another one may have been made since. */
async function note(house: House, { id, tries }: Delivery, outcome: Outcome): Promise<void> {
  await db(house).updateTable('notice_delivery').set(outcome).where('id', '=', id).where('tries', '=', tries).execute()
}

/** The robot as it is now; one that was switched off or deleted is told nothing more. */
async function chat(house: House, one: Delivery): Promise<void> {
  const robot = await db(house)
    .selectFrom('notice_channel')
    .select(['kind', 'address', 'secret', 'language', 'status'])
    .where('id', '=', one.channel_id ?? '0')
    .executeTakeFirst()
  if (robot === undefined || robot.status !== 1 || robot.address === null) throw new Undeliverable(sentence`机器人已停用或删除`)
  const language = robot.language === languages.english[0] ? 'en' : 'zh'
  const said = (text: string | null): string => (text === null ? '' : house.registry.inWords(fromStored(text), language))
  await callChat({
    kind: robot.kind,
    address: unseal(house, one.org_id, robot.address),
    secret: robot.secret === null ? null : unseal(house, one.org_id, robot.secret),
    text: [said(one.title), said(one.detail)].filter(text => text !== '').join('\n'),
    id: `delivery-${one.id}`,
    now: house.now(),
    isLocal: house.settings.localChats === true,
  })
}

async function mail(house: House, one: Delivery): Promise<void> {
  const person = await db(house)
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .innerJoin('organisation as o', 'o.id', 'm.org_id')
    .leftJoin('notice_setting as s', join => join.onRef('s.account_id', '=', 'm.account_id').onRef('s.org_id', '=', 'm.org_id'))
    .select(['e.email', 'e.status', 'a.status as accountStatus', 's.language', 'o.zone'])
    .where('m.org_id', '=', one.org_id)
    .where('m.account_id', '=', one.account_id ?? '0')
    .executeTakeFirst()
  if (person === undefined || person.status !== 1 || person.accountStatus !== 1) throw new Undeliverable(sentence`收件人已离职或账号已停用`)
  if (person.email === null || person.email === '') throw new Undeliverable(sentence`收件人没有邮箱`)
  const language: WordLanguage = person.language === languages.english[0] ? 'en' : 'zh'
  const text = await mailText(house, one, language, person.zone)
  const { mail: send } = sendersOf(house.settings)
  if (send !== null) return send({ id: `delivery-${one.id}`, receiver: person.email, ...text })
  if (house.settings.production) throw new Error('no mail server is configured')
  const system = await house.asSystem(one.org_id, 'the development outbox')
  await system.write(tx => keepInOutbox(house, tx, { kind: 'mail', value: person.email ?? '' }, text))
}

/** Of the messages as they are kept: who receives the mail finds the same in the message centre. */
async function mailText(house: House, one: Delivery, language: WordLanguage, zone: string): Promise<{ subject: string; body: string }> {
  const messages = await db(house)
    .selectFrom('message')
    .select(['id', 'title', 'detail', 'target', 'created_at'])
    .where('org_id', '=', one.org_id)
    .where('account_id', '=', one.account_id ?? '0')
    .where('id', 'in', one.message_ids.slice(0, namedMax))
    .orderBy('id')
    .execute()
  const [first] = messages
  if (first === undefined) throw new Undeliverable(sentence`消息已过保存期`)
  const words = (part: Part): string => house.registry.inWords(part, language)
  const said = (text: string): string => words(fromStored(text)).replaceAll(/\s+/g, ' ').trim()
  const paths = await pathsOf(house, one, messages)
  const url = (path: string): string[] => (house.settings.publicUrl === null ? [] : [new URL(path, house.settings.publicUrl).href])
  const line = ({ id, title, detail }: (typeof messages)[number]): string =>
    [said(title), ...(detail === null ? [] : [said(detail)]), ...[paths.get(id) ?? []].flat().flatMap(url)].join('\n')
  const more = one.message_ids.length - messages.length
  const link = url('/notify/notify')
  const foot = words(sentence`可在“消息通知”的“通知设置”中调整邮件通知`)
  if (!one.is_digest) return { subject: said(first.title).slice(0, 150), body: [line(first), ...link, foot].join('\n\n') }
  const at = (instant: string): string => dateTimeInZone(instantMs(instant), zone).slice(5, 16)
  const body = messages.map(message => `${at(message.created_at)}  ${line(message)}`)
  return {
    subject: words(listed([sentence`通知汇总：${one.message_ids.length} 条`])),
    body: [...body, ...(more > 0 ? [words(sentence`还有 ${more} 条，请在消息通知中查看`)] : []), ...link, foot].join('\n\n'),
  }
}

/** What single messages lead to; nothing where the mail can name no address. */
const pathsOf = async (
  house: House,
  { org_id: orgId, account_id: accountId }: Delivery,
  messages: readonly { readonly id: string; readonly target: MessageTarget | null }[],
): Promise<ReadonlyMap<string, string>> => {
  const { flows } = house.registry
  if (house.settings.publicUrl === null || flows === null || accountId === null) return new Map()
  return flows.mailLinks(house, { orgId, accountId, messages })
}

/** Daily: deliveries that ended three months ago. */
export async function forgetDeliveries(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptMs).toISOString()
  await db(house).deleteFrom('notice_delivery').where('queued_at', '<', before).where('state', 'in', [2, 4]).execute()
}
