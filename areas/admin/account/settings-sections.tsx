/** What one signs in with: sections of the account settings. */
import { Button, Form, List } from 'antd'
import { useState } from 'react'
import { ApiError } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { PasswordForm, usePasswordChange, type Passwords } from '#platform/web/shell/account/password-form.tsx'
import { ownInfoPath } from '#platform/web/page/own-pages.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { ContactDialog } from './contact-dialog.tsx'
import type { OwnAccount, OwnEmployee } from './answers.ts'
import { useSaveOwn } from './own-data.tsx'
import { NoEmployee } from './own-info.tsx'
import { UserNameDialog } from './user-name-dialog.tsx'

export function OwnPassword() {
  const [form] = Form.useForm<Passwords>()
  const { refusal, busy, change } = usePasswordChange()
  return (
    <div className="zg-own-form">
      <PasswordForm form={form} refusal={refusal} onChange={change} />
      <Button type="primary" loading={busy} onClick={() => form.submit()}>
        {t('修改密码')}
      </Button>
    </div>
  )
}

interface Row {
  readonly key: string
  readonly title: string
  readonly value: string
  readonly actions: React.ReactNode[]
}

/** What one signs in with and is reached by. */
export function SignInSettings({ account: { username, employee } }: { account: OwnAccount }) {
  const { open } = useShell()
  const [editing, setEditing] = useState<'userName' | 'phone' | 'email' | null>(null)
  const close = (): void => setEditing(null)
  const contact = (field: 'phone' | 'email', title: string): Row[] =>
    employee === null
      ? []
      : [
          {
            key: field,
            title,
            value: employee[field] ?? t('未绑定'),
            actions: [
              ...(employee[field] === null ? [] : [<Unbind key="unbind" employee={employee} field={field} title={title} />]),
              <Button key="edit" type="link" onClick={() => setEditing(field)}>
                {employee[field] === null ? t('绑定') : t('修改')}
              </Button>,
            ],
          },
        ]
  const rows: Row[] = [
    {
      key: 'userName',
      title: t('账号'),
      value: username,
      actions: [
        <Button key="edit" type="link" onClick={() => setEditing('userName')}>
          {t('修改')}
        </Button>,
      ],
    },
    {
      key: 'password',
      title: t('密码'),
      value: t('6-10位，首尾空格不计'),
      actions: [
        <Button key="edit" type="link" onClick={() => open(ownInfoPath.replace(/1$/, '2'))}>
          {t('修改')}
        </Button>,
      ],
    },
    ...contact('phone', t('手机')),
    ...contact('email', t('邮箱')),
  ]
  return (
    <>
      {employee === null && <NoEmployee />}
      <List
        dataSource={rows}
        renderItem={({ key, title, value, actions }) => (
          <List.Item key={key} actions={actions}>
            <List.Item.Meta title={title} description={value} />
          </List.Item>
        )}
      />
      {editing === 'userName' && <UserNameDialog username={username} onClose={close} />}
      {(editing === 'phone' || editing === 'email') && employee !== null && (
        <ContactDialog field={editing} employee={employee} onClose={close} />
      )}
    </>
  )
}

/** Takes a phone or e-mail away: nothing can be sent there any more, so it is asked once. */
function Unbind({ employee, field, title }: { employee: OwnEmployee; field: 'phone' | 'email'; title: string }) {
  const save = useSaveOwn()
  const remove = (): void => {
    save.employee(employee.version, { [field]: null }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      feedback.warning(error.msg)
    })
  }
  return (
    <Asked loses title={t('解绑{title}后，将无法用它找回密码', { title })} okText={t('解绑')} onConfirm={remove}>
      <Button type="link">{t('解绑')}</Button>
    </Asked>
  )
}
