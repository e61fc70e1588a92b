/**
 * What an administrator does to the account of somebody else, and a link in one's own name, is told to its owner: by a message, and by mail
 * where he has an address.
 */
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { messagesReach, queueMessage } from './outbox.ts'

export const acts = {
  password: ['重置了您的密码', 'set your password anew'],
  factor: ['重置了您的第二步验证', 'took your second factors away'],
  link: ['修改了您的企业登录', 'changed the company sign-in of your account'],
  ownLink: ['关联了企业登录', 'linked a company sign-in to this account'],
} satisfies Readonly<Record<string, Title>>

export const touched = notice('account.touched', ['账号安全变动', 'Changes of your account by others'], {
  kind: 'rights',
  title: ['{who} {what}', '{who} {what}'],
  text: ['如果不是您做的或请他做的，请联系其他系统管理员。', 'If you did not do it or ask for it, tell another administrator.'],
  to: [givenAccounts],
})

/** In the transaction that does it. */
export async function tellTouched(inside: Context, tx: Tx, accountId: string, what: Title): Promise<void> {
  const { caller, house } = inside
  if (accountId === caller.accountId && what !== acts.ownLink) return
  await notify(inside, tx, touched, { accounts: [accountId], values: { who: caller.name, what } })
  const found = await tx
    .withoutPlugins()
    .selectFrom('account_organisation as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .select('e.email')
    .where('m.account_id', '=', accountId)
    .where('m.org_id', '=', caller.orgId)
    .executeTakeFirst()
  if (!found?.email || !messagesReach(house, 'mail')) return
  await queueMessage(
    house,
    tx.withoutPlugins(),
    { kind: 'mail', value: found.email },
    {
      subject: '掌柜账号安全变动',
      body:
        `${caller.name} ${what[0]}。如果不是您做的或请他做的，请联系其他系统管理员。\n\n` +
        `${caller.name} ${what[1]}. If you did not do it or ask for it, tell another administrator.\n`,
    },
  )
}
