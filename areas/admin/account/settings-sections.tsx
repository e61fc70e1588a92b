/** The sections of the account settings. */
import { Alert, Button, Descriptions, Form, Input, List, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { ApiError, fieldErrors } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { PasswordForm, usePasswordChange, type Passwords } from '#platform/web/shell/account/password-form.tsx'
import { ownInfoPath } from '#platform/web/shell/own-pages.ts'
import { useShell } from '#platform/web/shell/shell-context.ts'
import { AvatarUpload } from './avatar-upload.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import type { OwnAccount, OwnEmployee } from './answers.ts'
import { useSaveOwn, type OwnChanges } from './own-data.tsx'
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

const NoEmployee = () => <Alert type="info" showIcon title={t('当前组织没有您的员工资料，请联系系统管理员')} />

/** Name and place in the company are the company's; nickname and picture are one's own. */
export function OwnInfo({ account: { employee, name } }: { account: OwnAccount }) {
  return employee === null ? <NoEmployee /> : <InfoForm employee={employee} name={name} />
}

function InfoForm({ employee, name }: { employee: OwnEmployee; name: string }) {
  const [form] = Form.useForm<Pick<OwnChanges, 'nickname' | 'interests'>>()
  const [busy, setBusy] = useState(false)
  const save = useSaveOwn()
  const store = async (changes: OwnChanges): Promise<void> => {
    setBusy(true)
    try {
      await save.employee(employee.version, changes)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // what was typed stays
      const errors = fieldErrors(error)
      if (errors.length === 0) feedback.warning(error.msg)
      else form.setFields(errors.map(({ field, message }) => ({ name: field as 'nickname' | 'interests', errors: [message] })))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="zg-own-info">
      <Form
        form={form}
        className="zg-own-form"
        layout="vertical"
        requiredMark={false}
        initialValues={{ nickname: employee.nickname, interests: employee.interests ?? [] }}
        onFinish={values => void store(values)}
      >
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'name', label: t('姓名'), children: name },
            { key: 'no', label: t('工号'), children: employee.no },
            { key: 'dept', label: t('部门'), children: employee.deptName ?? '—' },
            { key: 'position', label: t('职位'), children: employee.positionName || '—' },
          ]}
        />
        <Form.Item name="nickname" label={t('昵称')} extra={t('有昵称时，页面上显示昵称')}>
          <Input maxLength={30} showCount />
        </Form.Item>
        <Form.Item name="interests" label={t('兴趣')} extra={t('最多10个，输入后按回车')}>
          <Select mode="tags" maxCount={10} tokenSeparators={[',', '，', '、', ' ']} open={false} suffixIcon={null} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </Form>
      <AvatarUpload employee={employee} name={name} />
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
    <Popconfirm title={t('解绑{title}后，将无法用它找回密码', { title })} okText={t('解绑')} cancelText={t('取消')} onConfirm={remove}>
      <Button type="link">{t('解绑')}</Button>
    </Popconfirm>
  )
}
