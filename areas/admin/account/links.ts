/** Links sent by mail: a token of 32 random bytes that stands in the mail alone, serves once and ends. */
import type { Tx, House } from '#platform/server/area.ts'
import { hashOfToken, looksLikeToken, newToken } from '#platform/server/rights.ts'
import { accountLink } from './tables.ts'

export const linkPurposes = accountLink.fields.purpose.choices as {
  readonly activate: readonly [1, string, string]
  readonly recover: readonly [2, string, string]
}
type Purpose = 1 | 2

const pages = { [linkPurposes.activate[0]]: '/user/register-result', [linkPurposes.recover[0]]: '/user/recover' } as const

interface NewLink {
  readonly accountId: string
  readonly purpose: Purpose
  readonly validMs: number
  /** the password that comes with it. Such links stand side by side: another's registration must not void mine */
  readonly passwordHash?: string
}

/** Makes a link; those of the same purpose that were sent before are void. The address is the configured one, never that of a request. */
export async function issueLink(house: House, tx: Tx, { accountId, purpose, validMs, passwordHash }: NewLink): Promise<string> {
  const token = newToken()
  if (passwordHash === undefined)
    await tx.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
  await tx
    .insertInto('account_link')
    .values({
      token_hash: hashOfToken(token),
      account_id: accountId,
      purpose,
      expires_at: new Date(house.now().getTime() + validMs).toISOString(),
      password_hash: passwordHash ?? null,
    })
    .execute()
  const { publicUrl, host, port } = house.settings
  const url = new URL(pages[purpose], publicUrl ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`)
  url.searchParams.set('token', token)
  return url.href
}

/** Uses a link up and answers whose it is, with the password it carries; null: unknown, used or over. Of two at once one wins. */
export async function spendLink(
  tx: Tx,
  token: unknown,
  purpose: Purpose,
  now: Date,
): Promise<{ accountId: string; passwordHash: string | null } | null> {
  if (typeof token !== 'string' || !looksLikeToken(token)) return null
  const spent = await tx
    .updateTable('account_link')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id as accountId', 'password_hash as passwordHash'])
    .executeTakeFirst()
  return spent ?? null
}
