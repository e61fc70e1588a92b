/** One department: who works there, and what it was called and where it stood before. */
import { Table, Tabs } from 'antd'
import type { ReactNode } from 'react'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { totalText } from '#platform/web/values/list-texts.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { QueryResult, useBackOffice } from './back-office-page.tsx'

interface DepartmentViewProps {
  readonly row: Row
  /** where it stands, in words */
  readonly path: string
  readonly tools: ReactNode
}

export function DepartmentView({ row, path, tools }: DepartmentViewProps) {
  return (
    <>
      <div className="zg-office-row zg-office-head">
        <span>
          <strong className="zg-office-name">{asText(row['name'])}</strong>{' '}
          <span className="zg-office-note">{t('负责人 {name}', { name: asText(row['managerIdLabel'] ?? '—') })}</span>
          {path !== row['name'] && <div className="zg-office-note">{path}</div>}
        </span>
        <span className="zg-office-row">{tools}</span>
      </div>
      <Tabs
        items={[
          { key: 'people', label: t('员工'), children: <People deptId={row.id} /> },
          { key: 'history', label: t('部门沿革'), children: <Spans departmentId={row.id} /> },
        ]}
      />
    </>
  )
}

const shownMax = 200
/** Without the departments below it, which a filter of the list would count in. */
const alone = (field: string, value: string) => [{ field, condition: 'EQ', value }]

function People({ deptId }: { deptId: string }) {
  const people = useBackOffice<ListAnswer>('/userManage/list', { conditionList: alone('deptId', deptId), pageSize: shownMax })
  return (
    <QueryResult of={people}>
      {answer => (
        <>
          <Table<Row>
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={[...answer.list]}
            scroll={{ x: 520 }}
            locale={{ emptyText: t('这个部门还没有员工') }}
            columns={[
              { key: 'no', title: t('工号'), dataIndex: 'no', width: 90 },
              { key: 'name', title: t('姓名'), dataIndex: 'name', width: 120 },
              { key: 'position', title: t('职位'), dataIndex: 'positionIdLabel', width: 160 },
              {
                key: 'status',
                title: t('状态'),
                dataIndex: 'status',
                width: 70,
                render: (status: number) => (status === 2 ? t('离职') : t('在职')),
              },
            ]}
          />
          <p className="zg-office-note">
            {answer.total > answer.list.length
              ? t('{total}，只显示前 {n} 条，其余请在员工页按部门筛选', { total: totalText(answer), n: answer.list.length })
              : totalText(answer)}
          </p>
        </>
      )}
    </QueryResult>
  )
}

function Spans({ departmentId }: { departmentId: string }) {
  const spans = useBackOffice<ListAnswer>('/departmentHistory/list', {
    conditionList: alone('departmentId', departmentId),
    pageSize: shownMax,
    sortField: 'validFrom',
    sortWay: 'DESC',
  })
  return (
    <QueryResult of={spans}>
      {({ list }) => (
        <Table<Row>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={[...list]}
          scroll={{ x: 560 }}
          locale={{ emptyText: t('还没有改名或移动过') }}
          columns={[
            { key: 'name', title: t('当时名称'), dataIndex: 'name', width: 140 },
            { key: 'parentName', title: t('当时上级'), dataIndex: 'parentName', width: 140, render: (name: string | null) => name ?? '—' },
            { key: 'validFrom', title: t('开始时间'), dataIndex: 'validFrom', width: 150, render: (at: string) => showInstant(at) },
            {
              key: 'validTo',
              title: t('结束时间'),
              dataIndex: 'validTo',
              width: 150,
              render: (at: string | null) => (at === null ? '—' : showInstant(at)),
            },
          ]}
        />
      )}
    </QueryResult>
  )
}
