/** Account, roles and data access of one employee. Each part is saved by itself, by whom it was granted to. */
import { Alert, Button, Descriptions, Form, Input, Modal, Switch, Tag } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/list/reference-select.tsx'
import type { RowDrawerProps } from '#platform/web/list/row-openers.ts'
import { isSystemAdministrator } from '#platform/web/shell/profile.ts'
import { useShell } from '#platform/web/shell/shell-context.ts'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import { TabDrawer } from '#platform/web/shell/page/tab-modal.tsx'
import type { PersonAccess } from '../answers.ts'
import { DataAccess } from './data-access.tsx'
import { done } from './done.tsx'
import { Asked, saved, useOffice, useRefreshOffice } from './office.tsx'

/** operations of `employee` (people-operations.ts) */
const operation = { edit: 3, account: 100, roles: 101, dataAcl: 102 } as const

export function EmployeeDrawer({ row, onClose, onChanged }: RowDrawerProps) {
  const employeeId = row.id
  const access = useOffice<PersonAccess>('/userManage/access', { employeeId })
  const refresh = useRefreshOffice()
  const changed = (): void => {
    saved()
    refresh()
    onChanged()
  }
  return (
    <TabDrawer open title={t('账号与权限')} size={640} onClose={onClose}>
      <Asked of={access}>{person => <Parts person={person} onChanged={changed} />}</Asked>
    </TabDrawer>
  )
}

interface PartProps {
  readonly person: PersonAccess
  readonly onChanged: () => void
}

function Parts(props: PartProps) {
  const { can } = usePage()
  const { person } = props
  return (
    <>
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'name', label: t('姓名'), children: person.name },
          { key: 'dept', label: t('部门'), children: person.deptName ?? '—' },
        ]}
      />
      {!person.isEmployed && <Alert type="warning" showIcon title={t('已离职，账号不能进入本组织')} />}
      <h3 className="zg-office-section">{t('账号')}</h3>
      <Account {...props} />
      <h3 className="zg-office-section">{t('兼任部门')}</h3>
      <OtherDepartments key={person.otherDeptIds.join()} {...props} disabled={!can(operation.edit)} />
      {person.account !== null && (
        <>
          <h3 className="zg-office-section">{t('角色')}</h3>
          <Roles key={person.roles.map(role => role.id).join()} {...props} disabled={!can(operation.roles)} />
        </>
      )}
      <h3 className="zg-office-section">{t('数据权限')}</h3>
      <DataAccess key={JSON.stringify(person)} {...props} disabled={!can(operation.dataAcl)} />
    </>
  )
}

function Account({ person, onChanged }: PartProps) {
  const { can } = usePage()
  const { profile } = useShell()
  const isAdmin = isSystemAdministrator(profile)
  const { employeeId, account } = person
  const [password, setPassword] = useState<{ username: string; password: string } | null>(null)
  const run = async (path: string, body: object): Promise<void> => {
    if (await done(api.write(path, { employeeId, ...body }))) onChanged()
  }
  const reset = async (): Promise<void> => {
    const username = account?.username ?? ''
    await done(
      api.write<{ password: string }>('/auth/user/resetPassword', { employeeId }).then(answer => setPassword({ username, ...answer })),
    )
  }
  return (
    <>
      {account === null ? (
        can(operation.account) && person.isEmployed ? (
          <OpenAccount employeeId={employeeId} onOpened={setPassword} />
        ) : (
          <p className="zg-office-note">{t('还没有账号')}</p>
        )
      ) : (
        <div className="zg-office-row">
          <strong>{account.username}</strong>
          <Tag color={account.isEnabled ? 'success' : 'error'}>{account.isEnabled ? t('启用') : t('停用')}</Tag>
          {account.mustChange && <Tag>{t('须修改密码')}</Tag>}
          {isAdmin && <Button onClick={() => void reset()}>{t('重置密码')}</Button>}
        </div>
      )}
      {account !== null && isAdmin && (
        <div className="zg-office-row" style={{ marginTop: 8 }}>
          <Switch
            aria-label={t('系统管理员')}
            checked={account.isSystemAdmin}
            onChange={on => void run('/userManage/systemAdmin', { on })}
          />
          {t('系统管理员')}
          <Switch aria-label={t('总经理')} checked={account.isManager} onChange={on => void run('/userManage/manager', { on })} />
          {t('总经理（收总经理信箱）')}
        </div>
      )}
      <Modal
        open={password !== null}
        title={t('密码只显示这一次')}
        okText={t('我已记下')}
        cancelButtonProps={{ style: { display: 'none' } }}
        onOk={() => {
          setPassword(null)
          onChanged()
        }}
        closable={false}
      >
        <p>{t('请交给本人，首次登录须修改。')}</p>
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'username', label: t('账号'), children: password?.username },
            { key: 'password', label: t('密码'), children: <code>{password?.password}</code> },
          ]}
        />
      </Modal>
    </>
  )
}

function OpenAccount({ employeeId, onOpened }: { employeeId: string; onOpened: (opened: { username: string; password: string }) => void }) {
  const [form] = Form.useForm<{ username: string }>()
  const [busy, setBusy] = useState(false)
  const open = async (username: string): Promise<void> => {
    setBusy(true)
    try {
      onOpened(await api.write('/userManage/openAccount', { employeeId, username }, { quiet: true }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 1002) form.setFields([{ name: 'username', errors: [error.msg] }])
      else feedback.warning(error.msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="inline" onFinish={({ username }) => void open(username)}>
      <Form.Item name="username" rules={[{ required: true, message: t('请填写账号') }]}>
        <Input aria-label={t('账号')} placeholder={t('账号，例如姓名拼音')} maxLength={100} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('开通账号')}
      </Button>
    </Form>
  )
}

function OtherDepartments({ person, onChanged, disabled }: PartProps & { disabled: boolean }) {
  const [ids, setIds] = useState<readonly string[]>(person.otherDeptIds)
  const save = async (): Promise<void> => {
    if (await done(api.write('/userManage/otherDepartments', { employeeId: person.employeeId, otherDeptIds: ids }))) onChanged()
  }
  return (
    <div className="zg-office-row">
      <ReferenceSelect
        aria-label={t('兼任部门')}
        style={{ flex: 1 }}
        target="department"
        multiple
        disabled={disabled}
        placeholder={t('没有兼任部门')}
        value={ids}
        onChange={setIds}
      />
      {!disabled && (
        <Button disabled={ids.join() === person.otherDeptIds.join()} onClick={() => void save()}>
          {t('保存')}
        </Button>
      )}
    </div>
  )
}

function Roles({ person, onChanged, disabled }: PartProps & { disabled: boolean }) {
  const before = person.roles.map(role => role.id)
  const [ids, setIds] = useState<readonly string[]>(before)
  const save = async (): Promise<void> => {
    if (await done(api.write('/userManage/empAddRole', { employeeId: person.employeeId, roleIds: ids }))) onChanged()
  }
  return (
    <div className="zg-office-row">
      <ReferenceSelect
        aria-label={t('角色')}
        style={{ flex: 1 }}
        target="role"
        multiple
        disabled={disabled}
        placeholder={t('没有角色，只能使用不需要权限的页面')}
        value={ids}
        onChange={setIds}
      />
      {!disabled && (
        <Button disabled={ids.join() === before.join()} onClick={() => void save()}>
          {t('保存')}
        </Button>
      )}
    </div>
  )
}
