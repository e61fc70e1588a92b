/** One's own API keys: programs ask with them instead of the password. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, List, Tag } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { KeyDialog, useScopes } from './key-dialog.tsx'

interface OwnKey {
  readonly id: string
  readonly name: string
  readonly part: string
  readonly scopes: readonly string[]
  readonly shopIds: readonly string[] | null
  readonly addresses: readonly string[] | null
  readonly endsOn: string
  readonly state: number
  readonly lastUsedAt: string | null
}
const queryKey = ['ownKeys']
const live = 1

export function OwnKeys() {
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.post<{ list: OwnKey[] }>('/apiKey/own', {}, { signal }),
  })
  const again = (): void => void client.invalidateQueries({ queryKey })
  const revoke = (id: string): void => {
    api
      .write('/apiKey/ownRevoke', { id })
      .catch((reason: unknown) => {
        if (!(reason instanceof ApiError)) throw reason
      })
      .finally(again)
  }
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <List<OwnKey>
        header={t('接口密钥：其他程序凭它代您读写数据，不用密码，权限不超过您自己')}
        locale={{ emptyText: t('还没有密钥') }}
        dataSource={data.list.filter(one => one.state === live)}
        renderItem={one => (
          <List.Item
            actions={[
              <Asked
                key="revoke"
                loses
                title={t('撤销“{name}”？用它的程序马上不能再访问', { name: one.name })}
                okText={t('撤销密钥')}
                onConfirm={() => revoke(one.id)}
              >
                <Button type="link">{t('撤销密钥')}</Button>
              </Asked>,
            ]}
          >
            <List.Item.Meta title={`${one.name}（${one.part}…）`} description={<About of={one} />} />
          </List.Item>
        )}
      />
      <Button type="primary" onClick={() => setAdding(true)}>
        {t('生成密钥')}
      </Button>
      {isAdding && (
        <KeyDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            again()
          }}
        />
      )}
    </>
  )
}

const shown = 5
function About({ of: { scopes, shopIds, addresses, endsOn, lastUsedAt } }: { of: OwnKey }) {
  const { data } = useScopes()
  const titles = new Map(
    (data?.modules ?? []).flatMap(module =>
      module.permissions.flatMap(one => one.operations.map(({ scope, title }) => [scope, `${one.title} · ${title}`] as const)),
    ),
  )
  return (
    <>
      <div>
        {scopes.slice(0, shown).map(scope => (
          <Tag key={scope}>{titles.get(scope) ?? t('已没有的权限')}</Tag>
        ))}
        {scopes.length > shown && t('等 {n} 项', { n: scopes.length })}
      </div>
      {[
        shopIds === null ? t('全部店铺') : t('{n} 个店铺', { n: shopIds.length }),
        addresses === null ? t('任何地址') : addresses.join(t('、')),
        t('有效期至 {day}', { day: endsOn }),
        lastUsedAt === null ? t('还没有用过') : t('最近使用 {at}', { at: showInstant(lastUsedAt) }),
      ].join(' · ')}
    </>
  )
}
