/** Rules of a new password: trimmed, 6 to 10 characters. */
import { t } from '../../i18n/t.ts'

const lengthMin = 6
const lengthMax = 10

/** Why a new password can't be taken, or null. */
export function newPasswordRefusal(password: string | undefined): string | null {
  const characters = [...(password ?? '').trim()].length
  if (characters === 0) return t('请输入新密码')
  if (characters < lengthMin || characters > lengthMax) return t('请输入6-10位的新密码')
  return null
}
