/** Whose subject is which account: linked by oneself, taken away by oneself, and by an administrator's list. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import { openedByOthers, revokeSessions } from '#platform/server/rights.ts'
import { accountOf, acts, refuseAboveMe, tellTouched } from '#areas/admin/index.ts'
import { adapterOf, ProviderFault } from './adapters.ts'
import { keepLink, providerOf, providersShown, type KnownProvider } from './flow.ts'
import { signInProvider, subjectMax } from './tables.ts'

const sealed = (context: Context) => context.house.unscoped('links of company sign-in are sealed: those of the caller himself')

/** POST /companyLink/list: the providers of the organisation, and which the caller has linked. */
export async function ownLinks(context: Context) {
  const db = sealed(context)
  const held = await db
    .selectFrom('account_identity')
    .select(['provider_id as providerId', 'subject', 'linked_at as linkedAt', 'used_at as usedAt'])
    .where('account_id', '=', context.caller.accountId)
    .execute()
  return (await providersShown(db)).map(provider => ({ ...provider, link: held.find(one => one.providerId === provider.id) ?? null }))
}

/** POST /companyLink/remove */
export async function removeLink(context: Context, providerId: string): Promise<null> {
  const { accountId } = context.caller
  return context.write(async (tx, inside) => {
    await tx
      .withoutPlugins()
      .deleteFrom('account_identity')
      .where('account_id', '=', accountId)
      .where('provider_id', '=', providerId)
      .execute()
    await writeAudit(inside, tx, { subject: 'account', recordId: accountId, verb: 'unlink', before: null, after: null })
    return null
  })
}

const linesMax = 2_000

/** The provider of an id, as the caller sees it: on or off. */
async function seen(context: Context, id: string): Promise<KnownProvider> {
  const found = await context.db.selectFrom('sign_in_provider').select('id').where('id', '=', id).executeTakeFirst()
  const provider = found === undefined ? null : await providerOf(context.house, sealed(context), id, true)
  if (provider === null) throw refuse.unknown(signInProvider.title)
  return provider
}

/**
 * 按名单关联: lines of 工号 and subject. Each account that is linked anew loses its sessions and its seals, and its owner is told: whoever made
 * the list may be who comes in by it.
 */
export async function linkByList(context: Context, providerId: string, sheet: string): Promise<{ linked: number }> {
  const lines = sheet
    .split('\n')
    .map(line => line.trim().split(/[\t,，\s]+/))
    .filter(parts => parts.some(part => part !== ''))
  if (lines.length > linesMax) throw refuse.rule(sentence`一次最多 ${linesMax} 行，现有 ${lines.length} 行`)
  await seen(context, providerId)
  const linked = await context.write(async (tx, inside) => {
    let made = 0
    for (const [at, [no = '', subject = '']] of lines.entries()) {
      if (subject === '') throw refuse.rule(sentence`第 ${at + 1} 行没有外部编号`)
      if (subject.length > subjectMax) throw refuse.rule(sentence`第 ${at + 1} 行的外部编号超过 ${subjectMax} 个字`)
      const employee = await tx.selectFrom('employee').select('id').where('no', '=', no).executeTakeFirst()
      if (employee === undefined) throw refuse.rule(sentence`第 ${at + 1} 行：没有工号 ${no}`)
      const { accountId, name } = await accountOf(inside, employee.id)
      if (accountId === inside.caller.accountId) throw refuse.rule(sentence`第 ${at + 1} 行：自己的企业登录请在“账号设置 > 安全”里关联`)
      await refuseAboveMe(inside, tx, accountId, name)
      const bare = tx.withoutPlugins()
      const before = await bare
        .selectFrom('account_identity')
        .select('subject')
        .where('provider_id', '=', providerId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (before?.subject === subject) continue
      if (before !== undefined)
        await bare.deleteFrom('account_identity').where('provider_id', '=', providerId).where('account_id', '=', accountId).execute()
      const refused = await keepLink(bare, providerId, subject, accountId, inside.now())
      if (refused !== null) throw refuse.rule(sentence`第 ${at + 1} 行：${refused.fault}`)
      await openedByOthers(bare, accountId, inside.now())
      await revokeSessions(bare, accountId, inside.now())
      await writeAudit(inside, tx, { subject: 'account', recordId: accountId, verb: 'link', before: null, after: { subject } })
      await tellTouched(inside, tx, accountId, acts.link)
      made += 1
    }
    return made
  })
  context.house.rights.forget?.()
  return { linked }
}

/** The button 测试: names what is wrong. */
export async function testProvider(context: Context, id: string): Promise<null> {
  const provider = await seen(context, id)
  try {
    await adapterOf(provider.kind).test(context.house, provider)
  } catch (error) {
    throw error instanceof ProviderFault ? refuse.rule(error.wording) : error
  }
  return null
}
