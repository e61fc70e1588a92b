/** 部门架构: the tree of departments; a drag or the form moves one, and where it stood before is remembered. */
import { ApartmentOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Table, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import type { ListAnswer, ListDefinition, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { FormModal } from '#platform/web/form/form-modal.tsx'
import { formStatus } from '#platform/web/form/form-values.ts'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import { done } from './done.tsx'
import { Asked, OfficePage, saved, useOffice, useRefreshOffice } from './office.tsx'

const operation = { add: 1, edit: 3 } as const
const wholeTree = { pageSize: 1000, sortField: 'name', sortWay: 'ASC' } as const
const closedStatus = 2

export default function DepartmentTreePage() {
  const departments = useOffice<ListAnswer>('/department/list', wholeTree)
  const definition = useQuery({
    queryKey: ['office', 'definition', 'department'],
    queryFn: ({ signal }) => api.post<ListDefinition>('/listField/getByType', { type: 'department' }, { signal }),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [form, setForm] = useState<{ readonly row: Row | null } | null>(null)
  const { can } = usePage()
  const refresh = useRefreshOffice()
  const changed = (): void => {
    saved()
    setForm(null)
    refresh()
  }
  const move = async (row: Row, parentId: string | null): Promise<void> => {
    if (await done(api.write('/department/update', { id: row.id, version: row.version, parentId }))) changed()
  }
  return (
    <OfficePage
      tools={
        can(operation.add) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ row: null })}>
            {t('新增部门')}
          </Button>
        )
      }
    >
      <Asked of={departments}>
        {({ list }) => {
          const row = list.find(one => one.id === chosen)
          return (
            <div className="zg-office">
              <div className="zg-office-side">
                <Departments list={list} chosen={chosen} mayMove={can(operation.edit)} onChoose={setChosen} onMove={move} />
              </div>
              <div className="zg-office-main">
                {row === undefined ? (
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择部门查看其员工，拖动可以移动部门')} />
                ) : (
                  <Department row={row} onEdit={can(operation.edit) ? () => setForm({ row }) : null} />
                )}
              </div>
            </div>
          )
        }}
      </Asked>
      {form !== null && definition.data !== undefined && (
        <FormModal
          title={form.row === null ? t('新增部门') : t('编辑部门')}
          okText={form.row === null ? t('新增部门') : t('保存')}
          items={definition.data.form.map(item => (item.field === 'parentId' && form.row === null ? { ...item, initial: chosen } : item))}
          status={form.row === null ? formStatus.add : formStatus.edit}
          row={form.row}
          {...(form.row === null ? {} : { watch: { type: 'department', id: form.row.id } })}
          submit={(body, version) =>
            form.row === null
              ? api.write('/department/insert', body, { quiet: true })
              : api.write('/department/update', { id: form.row.id, version, ...body }, { quiet: true })
          }
          onDone={changed}
          onClose={() => setForm(null)}
        />
      )}
    </OfficePage>
  )
}

const parentOf = (row: Row): string | null => (typeof row['parentId'] === 'string' ? row['parentId'] : null)

/** Departments whose parent can't be seen stand at the top; a circle in the data is cut where it begins. */
function nodesOf(list: readonly Row[], parentId: string | null, above: ReadonlySet<string>): TreeDataNode[] {
  const known = new Set(list.map(one => one.id))
  return list
    .filter(one => {
      const parent = parentOf(one)
      return parentId === null ? parent === null || !known.has(parent) : parent === parentId
    })
    .filter(one => !above.has(one.id))
    .toSorted((a, b) => Number(a['sort']) - Number(b['sort']))
    .map(one => ({
      key: one.id,
      title: (
        <>
          {asText(one['name'])}
          {one['status'] === closedStatus && <small className="zg-office-note"> {t('停用')}</small>}
        </>
      ),
      children: nodesOf(list, one.id, new Set([...above, one.id])),
    }))
}

function Departments(props: {
  readonly list: readonly Row[]
  readonly chosen: string | null
  readonly mayMove: boolean
  readonly onChoose: (id: string | null) => void
  readonly onMove: (row: Row, parentId: string | null) => Promise<void>
}) {
  const { list, chosen, mayMove, onChoose, onMove } = props
  if (list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有部门')} />
  return (
    <Tree
      aria-label={t('部门')}
      blockNode
      defaultExpandAll
      draggable={mayMove ? { icon: false } : false}
      selectedKeys={chosen === null ? [] : [chosen]}
      treeData={nodesOf(list, null, new Set())}
      onSelect={keys => onChoose(keys[0] === undefined ? null : String(keys[0]))}
      onDrop={({ node, dragNode, dropToGap }) => {
        const dragged = list.find(one => one.id === dragNode.key)
        const target = list.find(one => one.id === node.key)
        if (dragged === undefined || target === undefined) return
        const parentId = dropToGap ? parentOf(target) : target.id
        if (parentId !== parentOf(dragged)) void onMove(dragged, parentId)
      }}
    />
  )
}

function Department({ row, onEdit }: { row: Row; onEdit: (() => void) | null }) {
  const people = useOffice<ListAnswer>('/userManage/list', { deptId: row.id, pageSize: 200 })
  return (
    <>
      <div className="zg-office-row" style={{ justifyContent: 'space-between' }}>
        <span>
          <ApartmentOutlined /> <strong>{asText(row['name'])}</strong>{' '}
          <span className="zg-office-note">{t('负责人 {name}', { name: asText(row['managerIdLabel'] ?? '—') })}</span>
        </span>
        {onEdit !== null && <Button onClick={onEdit}>{t('编辑部门')}</Button>}
      </div>
      <Asked of={people}>
        {({ list, total }) => (
          <>
            <Table<Row>
              rowKey="id"
              size="small"
              pagination={false}
              dataSource={[...list]}
              scroll={{ x: 480 }}
              locale={{ emptyText: t('这个部门还没有员工') }}
              columns={[
                { key: 'no', title: t('工号'), dataIndex: 'no', width: 90 },
                { key: 'name', title: t('姓名'), dataIndex: 'name', width: 120 },
                { key: 'position', title: t('职位'), dataIndex: 'positionIdLabel', width: 160 },
                { key: 'phone', title: t('手机'), dataIndex: 'phone', width: 140 },
              ]}
            />
            <p className="zg-office-note">{t('共 {count} 条', { count: total })}</p>
          </>
        )}
      </Asked>
    </>
  )
}
