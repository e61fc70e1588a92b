/** Rules of a new password: trimmed, 6 to 10 characters. */
import { t } from '../../i18n/t.ts'

const lengthMin = 6
const lengthMax = 10

/** A success message is read before the login page comes. */
export const signOutAfterMs = 1000

const lengthOf = (password: string): number => [...password].length
const fits = (password: string): boolean => lengthOf(password) >= lengthMin && lengthOf(password) <= lengthMax

/** What an item's validator answers: a reason, or none. */
export const rejectWith = (reason: string | null): Promise<void> =>
  reason === null ? Promise.resolve() : Promise.reject(new Error(reason))

/** Why an old password can't be the right one, or null. */
export function oldPasswordRefusal(password: string | undefined): string | null {
  const old = (password ?? '').trim()
  if (old === '') return t('请输入原密码')
  return fits(old) ? null : t('请输入6-10位的原密码')
}

/** Why a new password can't be taken, or null. `old`: the one it must differ from, where it was asked. */
export function newPasswordRefusal(password: string | undefined, old?: string): string | null {
  const fresh = (password ?? '').trim()
  if (fresh === '') return t('请输入新密码')
  if (fresh === old?.trim()) return t('请输入与原密码不同的6-10位密码')
  return fits(fresh) ? null : t('请输入6-10位的新密码')
}
