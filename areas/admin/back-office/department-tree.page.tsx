/** 部门架构: the tree of departments; a drag or the form moves one, and where it stood before is remembered. */
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Modal } from 'antd'
import { useState } from 'react'
import type { ListAnswer, ListDefinition, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { useListActions } from '#platform/web/actions/use-actions.tsx'
import type { DepartmentFace } from '../answers.ts'
import { DepartmentView } from './department-view.tsx'
import { QueryResult, BackOfficePage, BackOfficeSplit, saved, useBackOffice, useRefreshBackOffice } from './back-office-page.tsx'
import { droppedPlace, pathOf, type Drop } from './back-office-tree.tsx'
import { TreePanel, type PanelNode } from './tree-panel.tsx'

const wholeTree = { pageSize: 1000, sortField: 'name', sortWay: 'ASC' } as const
const closedStatus = 2

export default function DepartmentTreePage() {
  const departments = useBackOffice<ListAnswer>('/department/list', wholeTree)
  const definition = useQuery({
    queryKey: ['office', 'definition', 'department'],
    queryFn: ({ signal }) => api.post<ListDefinition>('/listField/getByType', { type: 'department' }, { signal, quiet: true }),
  })
  const faces = useQuery({
    queryKey: ['office', 'depts'],
    queryFn: ({ signal }) => api.get<readonly DepartmentFace[]>('/userManage/depts', undefined, { signal, quiet: true }),
    throwOnError: false,
  })
  const people = new Map(faces.data?.map(one => [one.deptId, one.people]))
  return (
    <QueryResult of={definition}>
      {known => <QueryResult of={departments}>{({ list }) => <Departments definition={known} list={list} people={people} />}</QueryResult>}
    </QueryResult>
  )
}

/** In the order shown: by their number, and by name where that is the same. */
const nodesOf = (list: readonly Row[], people: ReadonlyMap<string, number | null>): PanelNode[] =>
  list
    .toSorted((a, b) => Number(a['sort']) - Number(b['sort']))
    .map(one => ({
      id: one.id,
      parentId: typeof one['parentId'] === 'string' ? one['parentId'] : null,
      text: asText(one['name']),
      title: (
        <span className="zg-office-node">
          <span>{asText(one['name'])}</span>
          {one['status'] === closedStatus && <small>{t('已停用')}</small>}
          {(people.get(one.id) ?? null) !== null && <small>{t('{n} 人', { n: people.get(one.id) ?? 0 })}</small>}
        </span>
      ),
    }))

interface DepartmentsProps {
  readonly definition: ListDefinition
  readonly list: readonly Row[]
  readonly people: ReadonlyMap<string, number | null>
}

/** A new department begins below the chosen one. */
const below = (definition: ListDefinition, parentId: string | null): ListDefinition => ({
  ...definition,
  form: definition.form.map(item => (item.field === 'parentId' ? { ...item, initial: parentId } : item)),
})

/** A department dropped at another place: asked about where it comes below another one, for how far people see follows from it. */
function useMove(nodes: readonly PanelNode[], list: readonly Row[], onMoved: () => void) {
  const [modal, questions] = Modal.useModal()
  const move = async (dragged: Row, place: { parentId: string | null; order: readonly string[] }): Promise<void> => {
    await ignoreShownRefusal(
      api.write('/department/move', { id: dragged.id, version: dragged.version, ...place }).then(() => {
        saved()
        onMoved()
      }),
    )
  }
  const drop = (where: Drop): void => {
    const place = droppedPlace(nodes, where)
    const dragged = list.find(one => one.id === where.draggedId)
    if (place === null || dragged === undefined) return
    const name = asText(dragged['name'])
    // the order among the same ones changes nothing but the look
    if (place.parentId === (nodes.find(one => one.id === dragged.id)?.parentId ?? null)) return void move(dragged, place)
    askFirst(modal, {
      loses: false,
      title:
        place.parentId === null
          ? t('把“{name}”移到最上层？', { name })
          : t('把“{name}”移到“{parent}”下面？', { name, parent: pathOf(nodes, place.parentId) }),
      content: t('下级部门一起移动，“本部及下级部门”的数据权限随之改变，部门沿革会记下原来的位置。'),
      okText: t('移动'),
      onOk: () => move(dragged, place),
    })
  }
  return { drop, questions }
}

function Departments({ definition, list, people }: DepartmentsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const refresh = useRefreshBackOffice()
  const actions = useListActions(below(definition, chosen), refresh)
  const nodes = nodesOf(list, people)
  const row = list.find(one => one.id === chosen)
  const moving = useMove(nodes, list, refresh)
  const { add, update, remove } = definition.calls
  return (
    <BackOfficePage
      tools={
        add !== undefined && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => actions.add()}>
            {row === undefined ? t('新增部门') : t('新增下级部门')}
          </Button>
        )
      }
    >
      {moving.questions}
      {actions.dialog}
      <BackOfficeSplit
        chosen={chosen}
        side={
          <TreePanel
            label={t('部门')}
            placeholder={t('搜索部门')}
            nodes={nodes}
            chosen={chosen}
            onChoose={setChosen}
            open={nodes.map(one => one.id)}
            {...(update === undefined ? {} : { onDrop: moving.drop })}
            empty={t('还没有部门，请先新增')}
          />
        }
      >
        {row === undefined ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择部门查看其员工和沿革，拖动可以移动部门')} />
        ) : (
          <DepartmentView
            key={row.id}
            row={row}
            path={pathOf(nodes, row.id)}
            tools={
              <>
                {update !== undefined && <Button onClick={() => actions.edit(row)}>{t('编辑部门')}</Button>}
                {remove !== undefined && (
                  <Button danger onClick={() => actions.remove(row)}>
                    {t('删除')}
                  </Button>
                )}
              </>
            }
          />
        )}
      </BackOfficeSplit>
    </BackOfficePage>
  )
}
