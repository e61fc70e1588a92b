/** How strong the password being typed is: a bar, the level in words, the advice of the specification. */
import { Progress } from 'antd'
import { passwordScore, passwordStrength, type Strength } from '#platform/format/password-strength.ts'
import { t } from '../../i18n/t.ts'

const levels: Readonly<Record<Strength, { readonly text: () => string; readonly status: 'exception' | 'normal' | 'success' }>> = {
  short: { text: () => t('强度：太短'), status: 'exception' },
  low: { text: () => t('强度：低'), status: 'exception' },
  medium: { text: () => t('强度：中'), status: 'normal' },
  strong: { text: () => t('强度：强'), status: 'success' },
}

export function PasswordStrength({ password }: { password: string }) {
  const { text, status } = levels[passwordStrength(password)]
  return (
    <div className="zg-strength" aria-live="polite">
      <Progress percent={Math.min(100, passwordScore(password))} status={status} showInfo={false} size="small" aria-hidden />
      <div>{password === '' ? t('请至少输入6个字符，不要使用容易被猜到的密码') : text()}</div>
    </div>
  )
}
