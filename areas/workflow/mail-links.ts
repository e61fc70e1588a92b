/**
 * From a mail to one approval: a signed link for the account that the mail went to. It asks to sign in like any page, opens the approval
 * once, and is of no use to anybody else, after its time, or a second time. The signature keeps links from being guessed, the row from
 * being used again.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { approvalPath } from '#platform/format/approval-path.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { LinkedApproval } from '#platform/declare/wire-approval.ts'
import { instantMs } from '#platform/format/instants.ts'
import { refuse, type Context, type Tx, type House, type MailLinks } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/jobs.ts'
import { pendingKey, type Which } from './load.ts'
import { noticeKinds } from './notices.ts'
import { standsInToday } from './people.ts'
import { taskStates } from './tables.ts'

const dayMs = 86_400_000
/** a link is valid for a week: longer than holidays, shorter than most mailboxes are kept */
const validMs = 7 * dayMs
/** rows stay for a while, so that an old link says what has become of it */
const keptMs = 30 * dayMs
const asking: ReadonlySet<number> = new Set([noticeKinds.todo, noticeKinds.urged, noticeKinds.late])

/** null: without SECRET_KEY nothing is signed; the mail names the page of the approval instead. */
const keyOf = ({ settings }: House): Buffer | null =>
  settings.secretKey ? Buffer.from(hkdfSync('sha256', settings.secretKey, '', 'approval link', 32)) : null

interface Link {
  readonly id: string
  readonly orgId: string
  readonly accountId: string
  readonly taskId: string
}

const signature = (key: Buffer, { id, orgId, accountId, taskId }: Link): Buffer =>
  createHmac('sha256', key).update([id, orgId, accountId, taskId].join('/')).digest()

/** id.organisation.account.task.signature: all of it is checked before anything is read. */
const tokenOf = (key: Buffer, link: Link): string =>
  [link.id, link.orgId, link.accountId, link.taskId, signature(key, link).toString('base64url')].join('.')

const tokenForm = /^([1-9]\d{0,17})\.([1-9]\d{0,17})\.([1-9]\d{0,17})\.([1-9]\d{0,17})\.([A-Za-z0-9_-]{43})$/

function readToken(key: Buffer | null, token: string): Link | null {
  const [, id = '', orgId = '', accountId = '', taskId = '', signed = ''] = tokenForm.exec(token) ?? []
  const link = { id, orgId, accountId, taskId }
  return key !== null && id !== '' && timingSafeEqual(Buffer.from(signed, 'base64url'), signature(key, link)) ? link : null
}

/** Paths by message: what asks for an answer gets a link of its own, other messages of approvals the page of the approval. */
export const mailLinks: MailLinks = async (house, { orgId, accountId, messages }) => {
  const about = messages.flatMap(({ id, target }) => (isOfApproval(target) ? [{ id, at: target.approval }] : []))
  const paths = new Map(about.map(({ id, at }) => [id, approvalPath(at)] as const))
  const key = keyOf(house)
  const toAnswer = about.filter(({ at }) => asking.has(at.kind))
  if (key === null || toAnswer.length === 0) return paths
  const system = await house.asSystem(orgId, 'links of mails to approvals')
  await system.write(async (tx, inside) => {
    const people = await peopleOf(inside, tx, accountId)
    for (const { id: messageId, at } of toAnswer) {
      const taskId = people.length === 0 ? null : await openTask(inside, tx, at, people)
      if (taskId === null) continue
      const link = await keptLink(tx, {
        orgId,
        accountId,
        taskId,
        messageId,
        expiresAt: new Date(house.now().getTime() + validMs).toISOString(),
      })
      paths.set(messageId, `/approval/mine?link=${tokenOf(key, link)}`)
    }
  })
  return paths
}

const isOfApproval = (target: MessageTarget | null): target is Extract<MessageTarget, { approval: unknown }> =>
  target !== null && 'approval' in target

/** The employee of the account, and those in whose place he stands today. */
async function peopleOf(inside: Context, tx: Tx, accountId: string): Promise<readonly string[]> {
  const row = await tx
    .selectFrom('account_organisation')
    .select('employee_id')
    .where('org_id', '=', inside.caller.orgId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const own = row?.employee_id ?? null
  return own === null ? [] : [own, ...(await standsInToday(inside, tx, own))]
}

/** The task that the message asks him to answer; his own before one in the place of another. */
async function openTask({ house }: Context, tx: Tx, { formCode, keyValue }: Which, people: readonly string[]): Promise<string | null> {
  const open = tx
    .selectFrom('approval_task')
    .select(['id', 'employee_id'])
    .where('employee_id', 'in', [...people])
    .where('state', '=', taskStates.open[0])
    .where('is_waiting', '=', false)
    .orderBy('id', 'desc')
    .limit(people.length)
  const rows = await (
    keyValue.startsWith('+')
      ? open.where('instance_id', '=', keyValue.slice(1))
      : open.where('subject', '=', house.registry.types.get(formCode)?.table ?? '').where('record_id', '=', keyValue)
  ).execute()
  return (rows.find(row => row.employee_id === people[0]) ?? rows[0])?.id ?? null
}

/** That of this message: another try of the same mail holds the same link. */
async function keptLink(
  tx: Tx,
  { orgId, accountId, taskId, messageId, expiresAt }: Omit<Link, 'id'> & { readonly messageId: string; readonly expiresAt: string },
): Promise<Link> {
  const row = await tx
    .insertInto('approval_link')
    .values({ org_id: orgId, account_id: accountId, task_id: taskId, message_id: messageId, expires_at: expiresAt })
    .onConflict(conflict => conflict.columns(['org_id', 'message_id']).doUpdateSet({ expires_at: expiresAt }))
    .returning(['id', 'task_id'])
    .executeTakeFirstOrThrow()
  return { id: row.id, orgId, accountId, taskId: row.task_id }
}

/** POST /workflow/openLink: whoever is signed in must be the one it was sent to. Of two openings at once one is the first. */
export const openLink = (context: Context, token: string): Promise<LinkedApproval> =>
  context.write(async (tx, { caller, house, now }) => {
    const link = readToken(keyOf(house), token)
    if (link === null) throw refuse.rule(sentence`链接不正确，请从邮件中完整复制后再打开`)
    if (link.accountId !== caller.accountId || link.orgId !== caller.orgId)
      throw refuse.forbidden(sentence`这个链接不属于当前的账号或组织，请用收到邮件的账号登录后再打开`)
    const row = await tx.selectFrom('approval_link').selectAll().where('id', '=', link.id).forUpdate().executeTakeFirst()
    const nowMs = now().getTime()
    if (row === undefined || instantMs(row.expires_at) <= nowMs) throw refuse.rule(sentence`链接已过期，请在“我的审批”中查看`)
    if (row.used_at !== null) throw refuse.rule(sentence`链接已经用过，只能打开一次，请在“我的审批”中查看`)
    await tx
      .updateTable('approval_link')
      .set({ used_at: new Date(nowMs).toISOString() })
      .where('id', '=', link.id)
      .execute()
    const task = await tx
      .selectFrom('approval_task as t')
      .innerJoin('approval_instance as i', 'i.id', 't.instance_id')
      .select(['t.instance_id', 't.state', 'i.form_code', 'i.record_id'])
      .where('t.id', '=', link.taskId)
      .executeTakeFirst()
    if (task === undefined) throw refuse.unknown(['审批', 'Approval'])
    return {
      formCode: task.form_code,
      keyValue: task.record_id ?? pendingKey(task.instance_id),
      isOpen: task.state === taskStates.open[0] ? 1 : 0,
    }
  })

export const linkWork = [
  housekeeping('approval.links', ['清理过期的审批链接', 'Removal of links that are no longer valid'], {
    every: 1_440,
    work: async house => {
      const before = new Date(house.now().getTime() - keptMs).toISOString()
      await house
        .unscoped('links of mails that have expired, of every organisation')
        .deleteFrom('approval_link')
        .where('expires_at', '<', before)
        .execute()
    },
  }),
]
