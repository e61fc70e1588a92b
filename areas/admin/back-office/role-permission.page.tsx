/** 角色授权: what a role may do and how far its people see; before it is saved, who would gain and lose what. */
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAnswer, ListDefinition, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { HistoryButton } from '#platform/web/history/history-button.tsx'
import { useListActions, type ListActions } from '#platform/web/actions/use-actions.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { RoleAccess, RoleFace } from '../answers.ts'
import { CopyRole } from './copy-role.tsx'
import { NewRole } from './new-role.tsx'
import { matchesText } from './matches-text.tsx'
import { QueryResult, BackOfficePage, BackOfficeSplit, useBackOffice, useRefreshBackOffice } from './back-office-page.tsx'
import { noEdit, type RoleEdit } from './role-edit.tsx'
import { RoleForm } from './role-form.tsx'
import { useGuard } from './use-guard.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'

/** operations of `role` */
const operation = { add: 1, edit: 3, remove: 4, grant: 100 } as const
const allRoles = { pageSize: 1000, sortField: 'name', sortWay: 'ASC' } as const

export default function RolePermissionPage() {
  const roles = useBackOffice<ListAnswer>('/roleManagement/list', allRoles)
  const faces = useQuery({
    queryKey: ['office', 'roles'],
    queryFn: ({ signal }) => api.get<readonly RoleFace[]>('/roleManagement/roles', undefined, { signal, quiet: true }),
    throwOnError: false,
  })
  const definition = useQuery({
    queryKey: ['office', 'definition', 'role'],
    queryFn: ({ signal }) => api.post<ListDefinition>('/listField/getByType', { type: 'role' }, { signal, quiet: true }),
  })
  return (
    <QueryResult of={definition}>
      {known => (
        <QueryResult of={roles}>
          {({ list }) => <Roles definition={known} list={list} people={new Map(faces.data?.map(one => [one.roleId, one.people]))} />}
        </QueryResult>
      )}
    </QueryResult>
  )
}

interface RolesProps {
  readonly definition: ListDefinition
  readonly list: ListAnswer['list']
  readonly people: ReadonlyMap<string, number>
}

function Roles({ definition, list, people }: RolesProps) {
  const { can } = usePage()
  const refresh = useRefreshBackOffice()
  const actions = useListActions(definition, refresh)
  const [search] = useSearchParams()
  const [wanted, setWanted] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const [edit, setEdit] = useState<RoleEdit>(noEdit)
  const [copied, setCopied] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const row = list.find(one => one.id === (wanted ?? search.get('role'))) ?? list[0]
  const guard = useGuard(edit !== noEdit, t('角色“{name}”的修改还没有保存，确定要放弃吗？', { name: asText(row?.['name'] ?? '') }))
  const choose = (id: string): void => {
    if (id === row?.id) return
    guard.leave(() => {
      setEdit(noEdit)
      setWanted(id)
    })
  }
  return (
    <BackOfficePage
      tools={
        can(operation.add) && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setNew(true)}>
            {t('新增角色')}
          </Button>
        )
      }
    >
      {guard.questions}
      {actions.dialog}
      <BackOfficeSplit chosen={wanted} side={<RoleSide list={list} people={people} chosen={row?.id ?? null} onChoose={choose} />}>
        {row === undefined ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有角色，新增后在这里授权')} />
        ) : (
          <Role
            key={row.id}
            roleId={row.id}
            edit={edit}
            onEdit={setEdit}
            part={row.id === search.get('role') ? (search.get('part') ?? 'operations') : 'operations'}
            tools={<RoleTools row={row} actions={actions} onCopy={() => setCopied({ id: row.id, name: asText(row['name']) })} />}
          />
        )}
      </BackOfficeSplit>
      {isNew && (
        <NewRole
          onClose={() => setNew(false)}
          onDone={id => {
            setNew(false)
            refresh()
            choose(id)
          }}
        />
      )}
      {copied !== null && (
        <CopyRole
          role={copied}
          onClose={() => setCopied(null)}
          onDone={id => {
            setCopied(null)
            refresh()
            choose(id)
          }}
        />
      )}
    </BackOfficePage>
  )
}

interface ToolsProps {
  readonly row: Row
  readonly actions: ListActions
  readonly onCopy: () => void
}

/** What may be done to the role as a whole. */
function RoleTools({ row, actions, onCopy }: ToolsProps) {
  const { can } = usePage()
  return (
    <>
      <HistoryButton type="role" id={row.id} />
      {can(operation.edit) && <Button onClick={() => actions.edit(row)}>{t('编辑')}</Button>}
      {can(operation.add) && can(operation.grant) && <Button onClick={onCopy}>{t('复制')}</Button>}
      {can(operation.remove) && (
        <Button danger onClick={() => actions.remove(row)}>
          {t('删除')}
        </Button>
      )}
    </>
  )
}

interface SideProps {
  readonly list: ListAnswer['list']
  readonly people: ReadonlyMap<string, number>
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function RoleSide({ list, people, chosen, onChoose }: SideProps) {
  const [typed, setTyped] = useState('')
  const shown = list.filter(one => matchesText(asText(one['name']), typed) || matchesText(asText(one['remark'] ?? ''), typed))
  return (
    <nav aria-label={t('角色')}>
      <div className="zg-office-search">
        <Input.Search
          allowClear={clearableText()}
          aria-label={t('搜索角色')}
          placeholder={t('搜索角色')}
          onChange={event => setTyped(event.target.value.trim())}
        />
      </div>
      {list.length > 0 && shown.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有匹配“{typed}”的内容', { typed })} />
      )}
      {shown.map(one => (
        <button key={one.id} type="button" className="zg-office-choice" aria-current={one.id === chosen} onClick={() => onChoose(one.id)}>
          <span className="zg-office-choice-head">
            {asText(one['name'])}
            {people.has(one.id) && <small>{t('{n} 人', { n: people.get(one.id) ?? 0 })}</small>}
          </span>
          {typeof one['remark'] === 'string' && <small>{one['remark']}</small>}
        </button>
      ))}
    </nav>
  )
}

interface RoleProps {
  readonly roleId: string
  readonly edit: RoleEdit
  readonly onEdit: (edit: RoleEdit) => void
  readonly tools: ReactNode
  readonly part: string
}

function Role({ roleId, ...rest }: RoleProps) {
  const access = useBackOffice<RoleAccess>('/roleManagement/permissions', { roleId })
  const mayGrant = usePage().can(operation.grant)
  return <QueryResult of={access}>{data => <RoleForm access={data} mayGrant={mayGrant} {...rest} />}</QueryResult>
}
