/** A new password and the same again, as every form asks for them that knows no old one. */
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { newPasswordRefusal, rejectWith } from './password-rules.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly again: string
}

/** `extra`: what stands below the first, its strength or its rule. */
export function NewPasswordItems({ extra }: { extra: ReactNode }) {
  return (
    <>
      <Form.Item
        name="newPassword"
        label={t('新密码')}
        rules={[{ validator: (_, typed?: string) => rejectWith(newPasswordRefusal(typed)) }]}
        extra={extra}
      >
        <Input.Password autoFocus autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('再次输入新密码')}
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, typed?: string) => rejectWith(typed === getFieldValue('newPassword') ? null : t('两次输入的密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
