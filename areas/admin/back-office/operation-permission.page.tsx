/** 操作权限: every operation of the house with the roles that hold it. */
import { Input, Table, Tag, type TableColumnType } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { OperationHolders } from '../answers.ts'
import { matchesText } from './matches-text.tsx'
import { QueryResult, BackOfficePage, useBackOffice } from './back-office-page.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'

interface Line {
  readonly key: string
  readonly title: string
  readonly place: string
  readonly permissionId: string
  readonly operation: number
  readonly operationTitle: string
  readonly roleNames: readonly string[]
}

function linesOf({ modules, holders }: OperationHolders): Line[] {
  const rolesOf = new Map(holders.map(one => [`${one.permissionId} ${one.operation}`, one.roleNames]))
  return modules.flatMap(module =>
    module.permissions.flatMap(one =>
      one.operations.map(face => {
        const key = `${one.permissionId} ${face.operation}`
        return {
          key,
          title: one.title,
          place: one.place === '' ? module.title : one.place,
          permissionId: one.permissionId,
          operation: face.operation,
          operationTitle: face.title,
          roleNames: rolesOf.get(key) ?? [],
        }
      }),
    ),
  )
}

const columns = (): TableColumnType<Line>[] => [
  { key: 'place', title: t('位置'), dataIndex: 'place', width: 200, ellipsis: true },
  { key: 'title', title: t('权限'), dataIndex: 'title', width: 160, ellipsis: true },
  { key: 'operationTitle', title: t('操作'), dataIndex: 'operationTitle', width: 140 },
  { key: 'operation', title: t('操作编号'), dataIndex: 'operation', width: 120, align: 'right' },
  { key: 'permissionId', title: t('权限编号'), dataIndex: 'permissionId', width: 220, ellipsis: true },
  {
    key: 'roleNames',
    title: t('角色'),
    render: (_value, line) =>
      line.roleNames.length === 0 ? (
        <span className="zg-office-note">{t('仅系统管理员')}</span>
      ) : (
        line.roleNames.map(name => <Tag key={name}>{name}</Tag>)
      ),
  },
]

export default function OperationPermissionPage() {
  const asked = useBackOffice<OperationHolders>('/roleManagement/operations')
  const [keyword, setKeyword] = useState('')
  return (
    <BackOfficePage
      tools={
        <Input.Search
          allowClear={clearableText()}
          className="zg-office-find"
          aria-label={t('搜索权限、操作或角色')}
          placeholder={t('搜索权限、操作或角色')}
          onChange={event => setKeyword(event.target.value.trim())}
        />
      }
    >
      <QueryResult of={asked}>
        {data => {
          const lines = linesOf(data).filter(line =>
            matchesText(`${line.place} ${line.title} ${line.operationTitle} ${line.permissionId} ${line.roleNames.join(' ')}`, keyword),
          )
          return (
            <Table<Line>
              size="small"
              columns={columns()}
              dataSource={lines}
              pagination={false}
              virtual
              scroll={{ x: 980, y: window.innerHeight - 280 }}
              locale={{ emptyText: t('没有匹配的操作') }}
            />
          )
        }}
      </QueryResult>
    </BackOfficePage>
  )
}
