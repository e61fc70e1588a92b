/** Codes of six digits that prove that a phone or mail address is one's own: ten minutes, five tries, one use. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { contactOf, type Contact } from '#platform/format/contact.ts'
import { type Language, type Tx, type House, refuse } from '#platform/server/area.ts'
import { demandCarrier, queueMessage } from './outbox.ts'
import { demandRequest } from './request-limit.ts'

export const codeMinutes = 10
const triesMax = 5

const hashOf = (target: string, code: string): string => createHash('sha256').update(`${target} ${code}`).digest('hex')
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The phone or mail address that was typed, or a refusal that names the field. */
export function demandContact(typed: unknown, field: string): Contact {
  const contact = typeof typed === 'string' ? contactOf(typed) : null
  if (contact === null) throw refuse.invalid([{ field, message: sentence`请输入正确的手机号或邮箱` }])
  return contact
}

/** /account/sms: a new code to a phone or mail address; the ones before it are void. */
export async function sendCode(
  house: House,
  typed: unknown,
  from: { readonly address: string; readonly language: Language },
): Promise<null> {
  const to = demandContact(typed, 'target')
  demandCarrier(house, to.kind)
  const now = house.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await house
    .unscoped('codes are sealed: whoever types an address may be a stranger')
    .transaction()
    .execute(async tx => {
      await demandRequest(tx, to.value, from.address, now)
      await tx
        .insertInto('verification_code')
        .values({
          target: to.value,
          code_hash: hashOf(to.value, code),
          address: from.address.slice(0, 64),
          sent_at: now.toISOString(),
          expires_at: new Date(now.getTime() + codeMinutes * 60_000).toISOString(),
        })
        .execute()
      await queueMessage(house, tx, to, messageOf(code, from.language))
    })
  return null
}

const messageOf = (code: string, language: Language): { subject: string; body: string } =>
  language === 'en'
    ? {
        subject: 'Zhanggui verification code',
        body: `Your verification code is ${code}. It is valid for ${codeMinutes} minutes. Tell it to nobody.`,
      }
    : { subject: '掌柜验证码', body: `【掌柜】验证码 ${code}，${codeMinutes} 分钟内有效，请勿告诉他人。` }

export type CodeVerdict = { readonly id: string } | { readonly refusal: Wording }

/**
 * Whether a code is the one last sent to a target. It refuses by an answer and throws nothing: a wrong try must be counted, so the caller's
 * transaction has to commit.
 */
export async function checkCode(tx: Tx, target: string, typed: string, now: Date): Promise<CodeVerdict> {
  const sent = await tx
    .selectFrom('verification_code')
    .select(['id', 'code_hash', 'tries', 'used_at', 'expires_at'])
    .where('target', '=', target)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!sent || sent.used_at !== null || sent.tries >= triesMax || instantMs(sent.expires_at) <= now.getTime())
    return { refusal: sentence`验证码已过期，请重新获取` }
  if (isSame(sent.code_hash, hashOf(target, typed.trim()))) return { id: sent.id }
  await tx
    .updateTable('verification_code')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', sent.id)
    .execute()
  return { refusal: sentence`验证码不正确，请检查后重新输入` }
}

/** /sms/smsVerification: the person who is signed in has this phone or mail address in hand; he may then save it as his own. */
export async function verifyContact(house: House, accountId: string, typed: unknown, code: string): Promise<null> {
  const { value } = demandContact(typed, 'target')
  const verdict = await house
    .unscoped('codes are sealed: one code of the person himself')
    .transaction()
    .execute(async tx => {
      const checked = await checkCode(tx, value, code, house.now())
      if ('id' in checked) await tx.updateTable('verification_code').set({ verified_by: accountId }).where('id', '=', checked.id).execute()
      return checked
    })
  if ('refusal' in verdict) throw refuse.captcha(verdict.refusal)
  return null
}

/** Uses up what `verifyContact` has verified; false: this person has not proven that the target is his. */
export async function spendVerified(tx: Tx, accountId: string, target: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verification_code')
    .set({ used_at: now.toISOString() })
    .where('target', '=', target)
    .where('verified_by', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
