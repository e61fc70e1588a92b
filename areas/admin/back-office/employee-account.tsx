/**
 * The account of one employee: opened, enabled or disabled, its password set anew, its protected flags. What can't be undone is asked
 * about, by name.
 */
import { Button, Form, Input, Modal, Switch, Tag, Typography } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { isSystemAdministrator } from '#platform/web/page/profile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { PersonAccess } from '../answers.ts'
import { ResetFactor } from './reset-factor.tsx'
import { succeeded } from './succeeded.tsx'
import { useSaving } from './use-saving.tsx'

/** operations of `employee` (people-operations.ts) */
const operation = { enable: 8, disable: 9, account: 100 } as const

interface Secret {
  readonly username: string
  readonly password: string
}
interface AccountProps {
  readonly person: PersonAccess
  readonly onChanged: () => void
}

export function EmployeeAccount({ person, onChanged }: AccountProps) {
  const { can } = usePage()
  const [secret, setSecret] = useState<Secret | null>(null)
  const { account } = person
  return (
    <>
      {account !== null ? (
        <Account {...person} account={account} onChanged={onChanged} onSecret={setSecret} />
      ) : can(operation.account) && person.isEmployed ? (
        <OpenAccount employeeId={person.employeeId} onOpened={setSecret} />
      ) : (
        <p className="zg-office-note">{t('还没有账号')}</p>
      )}
      {secret !== null && (
        <SecretDialog
          {...secret}
          onClose={() => {
            setSecret(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}

interface HeldProps {
  readonly employeeId: string
  readonly name: string
  readonly account: NonNullable<PersonAccess['account']>
  readonly onChanged: () => void
  readonly onSecret: (secret: Secret) => void
}

/** Changes of an account, each asked about with its consequence. */
function useAccountChanges({ employeeId, name, account, onChanged, onSecret }: HeldProps) {
  const [modal, questions] = Modal.useModal()
  const run = async (path: string, body: object): Promise<void> => {
    if (await succeeded(api.write(path, body))) onChanged()
  }
  const confirmed = (title: string, content: string, okText: string, danger: boolean, onOk: () => Promise<void>): void =>
    askFirst(modal, { loses: danger, title, content, okText, onOk })
  return {
    questions,
    reset: (): void =>
      confirmed(
        t('重置 {name} 的密码？', { name }),
        t(
          '原密码失效，已登录的设备全部退出。新密码只显示一次，首次登录须修改。此前匿名写的信、帖子和回复不再显示为本人所写，也不能再撤回。',
        ),
        t('重置密码'),
        true,
        async () => {
          await succeeded(
            api
              .write<{ password: string }>('/auth/user/resetPassword', { employeeId })
              .then(answer => onSecret({ username: account.username, ...answer })),
          )
        },
      ),
    enable: (): void => void run('/userManage/enable', { ids: [employeeId] }),
    disable: (): void =>
      confirmed(t('停用 {name} 的账号？', { name }), t('立即退出登录，启用之前不能再登录。角色和授权保留。'), t('停用账号'), true, () =>
        run('/userManage/disable', { ids: [employeeId] }),
      ),
    systemAdmin: (on: boolean): void =>
      on
        ? confirmed(
            t('把 {name} 设为系统管理员？', { name }),
            t('系统管理员可以查看和修改所属组织的所有数据，授予任何权限，修改系统设置。'),
            t('设为系统管理员'),
            true,
            () => run('/userManage/systemAdmin', { employeeId, on }),
          )
        : confirmed(t('取消 {name} 的系统管理员？', { name }), t('此后只有角色授予的权限。'), t('取消系统管理员'), true, () =>
            run('/userManage/systemAdmin', { employeeId, on }),
          ),
    installationAdmin: (on: boolean): void =>
      on
        ? confirmed(
            t('把 {name} 设为安装管理员？', { name }),
            t('安装管理员为所有组织修改国家、币种、站点和系统设置，并能设置其他安装管理员。'),
            t('设为安装管理员'),
            true,
            () => run('/userManage/installationAdmin', { employeeId, on }),
          )
        : confirmed(t('取消 {name} 的安装管理员？', { name }), t('此后只管理所属的组织。'), t('取消安装管理员'), true, () =>
            run('/userManage/installationAdmin', { employeeId, on }),
          ),
    manager: (on: boolean): void => void run('/userManage/manager', { employeeId, on }),
  }
}

function Account(props: HeldProps) {
  const { account } = props
  const { can } = usePage()
  const { profile } = useShell()
  const isAdmin = isSystemAdministrator(profile)
  const change = useAccountChanges(props)
  return (
    <>
      {change.questions}
      <div className="zg-office-row">
        <strong>{account.username}</strong>
        <Tag color={account.isEnabled ? 'success' : 'error'}>{account.isEnabled ? t('启用') : t('已停用')}</Tag>
        {account.mustChange && <Tag>{t('须修改密码')}</Tag>}
        {account.isEnabled
          ? can(operation.disable) && (
              <Button danger onClick={change.disable}>
                {t('停用账号')}
              </Button>
            )
          : can(operation.enable) && <Button onClick={change.enable}>{t('启用账号')}</Button>}
        {isAdmin && <Button onClick={change.reset}>{t('重置密码')}</Button>}
        {isAdmin && <ResetFactor employeeId={props.employeeId} name={props.name} />}
      </div>
      {isAdmin && (
        <div className="zg-office-row zg-office-flags">
          <Switch aria-label={t('系统管理员')} checked={account.isSystemAdmin} onChange={change.systemAdmin} />
          {t('系统管理员')}
          {profile.isInstallationAdmin === true && (
            <>
              <Switch aria-label={t('安装管理员')} checked={account.isInstallationAdmin} onChange={change.installationAdmin} />
              {t('安装管理员')}
            </>
          )}
          <Switch aria-label={t('总经理')} checked={account.isManager} onChange={change.manager} />
          {t('总经理（收总经理信箱）')}
        </div>
      )}
    </>
  )
}

/** Told once: it can't be read again by anyone. */
function SecretDialog({ username, password, onClose }: Secret & { onClose: () => void }) {
  return (
    <TabModal
      open
      title={t('密码只显示这一次')}
      okText={t('我已记下')}
      cancelButtonProps={{ style: { display: 'none' } }}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      onOk={onClose}
    >
      <p>{t('请交给本人，首次登录须修改。')}</p>
      <dl className="zg-office-secret">
        <dt>{t('账号')}</dt>
        <dd>
          <Typography.Text copyable>{username}</Typography.Text>
        </dd>
        <dt>{t('密码')}</dt>
        <dd>
          <Typography.Text code copyable>
            {password}
          </Typography.Text>
        </dd>
      </dl>
    </TabModal>
  )
}

function OpenAccount({ employeeId, onOpened }: { employeeId: string; onOpened: (opened: Secret) => void }) {
  const [form] = Form.useForm<{ username: string }>()
  const saving = useSaving(form)
  return (
    <Form
      form={form}
      className="zg-office-chosen"
      onFinish={({ username }) =>
        void saving.save(() => api.write<Secret>('/userManage/openAccount', { employeeId, username }, { quiet: true }), onOpened)
      }
    >
      <Form.Item name="username" rules={[{ required: true, whitespace: true, message: t('请填写账号') }]}>
        <Input aria-label={t('账号')} placeholder={t('账号，例如姓名拼音')} maxLength={100} autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving.busy}>
        {t('开通账号')}
      </Button>
    </Form>
  )
}
