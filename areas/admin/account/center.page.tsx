/** 个人中心: who one is here, where one is signed in, and how one signed in lately. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Avatar, Badge, Button, Card, Descriptions, List, Table, Tag } from 'antd'
import { deviceName } from '#platform/format/user-agent.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { CultureLevel } from '#platform/web/shell/layout/culture-level.tsx'
import { accountSettingsPath } from '#platform/web/page/own-pages.ts'
import { shownName } from '#platform/web/page/profile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { SignInRecord } from './answers.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import './account.css'

interface Session {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly address: string
  readonly userAgent: string
  readonly isCurrent: boolean
}
/** by their code (account/tables.ts) */
const outcomes: Readonly<Record<number, { readonly status: 'success' | 'error' | 'warning'; readonly text: () => string }>> = {
  1: { status: 'success', text: () => t('成功') },
  2: { status: 'error', text: () => t('密码错误') },
  3: { status: 'warning', text: () => t('密码正确，待第二步验证') },
  4: { status: 'error', text: () => t('第二步验证未通过') },
}
const sessionsKey = ['ownSessions']
const nameOf = (userAgent: string): string => deviceName(userAgent) ?? t('未知设备')

export default function AccountCentrePage() {
  return (
    <div className="zg-own-centre">
      <Person />
      <div className="zg-own-cards">
        <Devices />
        <SignIns />
      </div>
    </div>
  )
}

function Person() {
  const { profile, open } = useShell()
  const name = shownName(profile)
  const organisations = (profile.organizationList ?? []).map(one => one.orgName)
  return (
    <Card className="zg-own-person">
      <Avatar size={104} style={{ fontSize: 40 }} src={profile.avatar ?? undefined} alt={t('头像')}>
        {[...name].at(-1)}
      </Avatar>
      <h1>{name}</h1>
      <CultureLevel profile={profile} />
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'account', label: t('账号'), children: profile.username ?? '—' },
          ...(profile.niceName ? [{ key: 'name', label: t('姓名'), children: profile.name ?? '—' }] : []),
          { key: 'dept', label: t('部门'), children: profile.deptName ?? '—' },
          { key: 'position', label: t('职位'), children: profile.positionName ?? '—' },
          { key: 'organisations', label: t('组织'), children: organisations.join(t('、')) || '—' },
          {
            key: 'roles',
            label: t('角色'),
            children: profile.roleNames.length === 0 ? '—' : profile.roleNames.map(role => <Tag key={role}>{role}</Tag>),
          },
        ]}
      />
      <Button block onClick={() => open(accountSettingsPath)}>
        {t('账号设置')}
      </Button>
    </Card>
  )
}

/** Sessions that still hold; any but this one can be ended. */
function Devices() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.post<Session[]>('/auth/user/sessions', {}, { signal }),
  })
  const end = (id: string): void => {
    api
      .write('/auth/user/revokeSession', { id })
      .catch((reason: unknown) => {
        // the message has been shown; the list says what is left
        if (!(reason instanceof ApiError)) throw reason
      })
      .finally(() => void queryClient.invalidateQueries({ queryKey: sessionsKey }))
  }
  return (
    <Card size="small" title={t('登录设备')}>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <List
          dataSource={data}
          rowKey="id"
          renderItem={one => (
            <List.Item
              actions={[
                one.isCurrent ? (
                  <Tag key="here" color="success">
                    {t('本机')}
                  </Tag>
                ) : (
                  <Asked
                    loses
                    key="end"
                    title={t('退出“{device}”的登录？', { device: nameOf(one.userAgent) })}
                    okText={t('退出登录')}
                    onConfirm={() => end(one.id)}
                  >
                    <Button type="link">{t('退出登录')}</Button>
                  </Asked>
                ),
              ]}
            >
              <List.Item.Meta
                title={nameOf(one.userAgent)}
                description={`${one.address} · ${t('最近使用 {at}', { at: showInstant(one.lastSeenAt) })} · ${t('登录于 {at}', { at: showInstant(one.createdAt) })}`}
              />
            </List.Item>
          )}
        />
      )}
    </Card>
  )
}

function SignIns() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['ownSignIns'],
    queryFn: ({ signal }) => api.post<{ list: SignInRecord[] }>('/account/loginHistory', {}, { signal }),
  })
  return (
    <Card size="small" title={t('登录记录')}>
      {error !== null && data === undefined ? (
        <RowsFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<SignInRecord>
          size="small"
          rowKey="at"
          loading={isPending}
          dataSource={data?.list ?? []}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: t('时间'), dataIndex: 'at', render: (at: string) => showInstant(at) },
            {
              title: t('结果'),
              dataIndex: 'outcome',
              render: (outcome: number) => <Badge {...outcomes[outcome]} text={outcomes[outcome]?.text()} />,
            },
            { title: t('设备'), dataIndex: 'userAgent', render: nameOf },
            { title: t('网络地址'), dataIndex: 'address' },
          ]}
        />
      )}
    </Card>
  )
}
