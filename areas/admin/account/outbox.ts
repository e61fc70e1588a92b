/**
 * Messages on their way: written in the transaction that causes them, carried out by a job. Where no carrier is configured, development
 * keeps them here for the outbox page, and production refuses before anything is promised.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Contact } from '#platform/format/contact.ts'
import { type Tx, type House, refuse } from '#platform/server/area.ts'
import { forgetDevices } from '#platform/server/rights.ts'
import { account } from '../tables.ts'
import type { Outbox } from './answers.ts'
import { sendersOf } from './senders.ts'
import { outboxMessage } from './tables.ts'

const channels = outboxMessage.fields.channel.choices
const states = outboxMessage.fields.state.choices
export const sendTask = 'account.send'
const sentKeptMs = 7 * 24 * 3_600_000
const shownMax = 100
const faultLengthMax = 500

const channelOf = ({ kind }: Pick<Contact, 'kind'>) => (kind === 'mail' ? channels.mail[0] : channels.sms[0])
const senderOf = (house: House, channel: number) => {
  const { mail, sms } = sendersOf(house.settings)
  return channel === channels.mail[0] ? mail : sms
}

/** Whether a message of this kind reaches somebody: by a carrier, or outside production on the outbox page. */
export const messagesReach = (house: House, kind: Contact['kind']): boolean =>
  senderOf(house, channelOf({ kind })) !== null || !house.settings.production

/** Refuses where a message of this kind would reach nobody. */
export function demandCarrier(house: House, kind: Contact['kind']): void {
  if (messagesReach(house, kind)) return
  throw refuse.rule(kind === 'mail' ? sentence`邮件服务未配置，请联系系统管理员` : sentence`短信服务未配置，请联系系统管理员`)
}

/** Queues a message inside `tx`: rolled back with it. */
export async function queueMessage(
  house: House,
  tx: Tx,
  to: Contact,
  text: { readonly subject: string; readonly body: string },
): Promise<void> {
  const channel = channelOf(to)
  const carrier = senderOf(house, channel)
  const { id } = await tx
    .insertInto('outbox_message')
    .values({
      channel,
      receiver: to.value,
      ...text,
      state: carrier === null ? states.kept[0] : states.waiting[0],
      queued_at: house.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (carrier !== null) await house.jobs.add(tx, sendTask, { id })
}

/** Sends one message once. A carrier that fails throws, so that the queue tries again; the text goes when it is out. */
export async function sendMessage(house: House, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const db = house.unscoped('the outbox is sealed: one message by its job')
  const id = payload['id'] as string
  const message = await db.selectFrom('outbox_message').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message || message.body === null || message.state === states.sent[0]) return
  const send = senderOf(house, message.channel)
  try {
    if (send === null) throw new Error('no carrier is configured')
    await send({ receiver: message.receiver, subject: message.subject, body: message.body })
  } catch (error) {
    const fault = (error instanceof Error ? error.message : String(error)).slice(0, faultLengthMax)
    await db.updateTable('outbox_message').set({ state: states.failed[0], fault }).where('id', '=', id).execute()
    throw error
  }
  await db
    .updateTable('outbox_message')
    .set({ state: states.sent[0], body: null, fault: null, sent_at: house.now().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** For the outbox page: the newest messages; texts only of those that stayed here. */
export async function outbox(house: House): Promise<Outbox> {
  const { mail, sms } = sendersOf(house.settings)
  const rows = await house
    .unscoped('the outbox is sealed: its page is for system administrators')
    .selectFrom('outbox_message')
    .selectAll()
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute()
  const list = rows.map(row => ({
    id: row.id,
    channel: row.channel,
    receiver: row.receiver,
    subject: row.subject,
    body: row.state === states.kept[0] && !house.settings.production ? row.body : null,
    state: row.state,
    fault: row.fault,
    queuedAt: row.queued_at,
    sentAt: row.sent_at,
  }))
  return { list, mailConfigured: mail !== null, smsConfigured: sms !== null }
}

/** Hourly: messages, codes, links, requests and sign-ins that are past. */
export async function forgetAccountTraces(house: House): Promise<void> {
  const db = house.unscoped('what is past in the sealed tables of accounts')
  const now = house.now().getTime()
  const before = (ms: number): string => new Date(now - ms).toISOString()
  await db.deleteFrom('outbox_message').where('queued_at', '<', before(sentKeptMs)).execute()
  await db
    .deleteFrom('verification_code')
    .where('sent_at', '<', before(24 * 3_600_000))
    .execute()
  await db
    .deleteFrom('post_request')
    .where('at', '<', before(24 * 3_600_000))
    .execute()
  await db.deleteFrom('account_link').where('expires_at', '<', before(0)).execute()
  await forgetDevices(db, house.now())
  await db.deleteFrom('login_record').where('at', '<', before(signInsKeptMs)).execute()
  // registered, never activated, in no organisation
  await db
    .deleteFrom('account')
    .where('status', '=', account.fields.status.choices.waiting[0])
    .where('created_at', '<', before(sentKeptMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account_organisation as m').select('m.id').whereRef('m.account_id', '=', 'account.id'))),
    )
    .execute()
}
const signInsKeptMs = 90 * 24 * 3_600_000
