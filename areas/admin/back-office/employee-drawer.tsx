/** Account, roles and data access of one employee. Each part is saved by itself, by whom it was granted to. */
import { Alert, Descriptions } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { RowDrawerProps } from '#platform/web/values/row-openers.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import type { PersonAccess } from '../answers.ts'
import { DataAccess } from './data-access.tsx'
import { EmployeeAccount } from './employee-account.tsx'
import { OtherDepartments, Roles } from './employee-grants.tsx'
import { QueryResult, saved, useBackOffice, useRefreshBackOffice } from './back-office-page.tsx'
import { useGuard } from './use-guard.tsx'

/** operations of `employee` (people-operations.ts) */
const operation = { edit: 3, roles: 101, dataAcl: 102 } as const
const parts = ['departments', 'roles', 'data'] as const
type Part = (typeof parts)[number]

export function EmployeeDrawer({ row, onClose, onChanged }: RowDrawerProps) {
  const employeeId = row.id
  const access = useBackOffice<PersonAccess>('/userManage/access', { employeeId })
  const refresh = useRefreshBackOffice()
  const [edited, setEdited] = useState<ReadonlySet<Part>>(new Set())
  const guard = useGuard(edited.size > 0, t('有未保存的修改，确定要放弃吗？'))
  const mark = (part: Part, isEdited: boolean): void =>
    setEdited(before =>
      before.has(part) === isEdited ? before : new Set(parts.filter(one => (one === part ? isEdited : before.has(one)))),
    )
  const changed = (): void => {
    saved()
    refresh()
    onChanged()
  }
  return (
    <TabDrawer open title={t('账号与权限')} size={640} onClose={() => guard.leave(onClose)}>
      {guard.questions}
      <QueryResult of={access}>{person => <Parts person={person} onChanged={changed} onEdited={mark} />}</QueryResult>
    </TabDrawer>
  )
}

interface PartsProps {
  readonly person: PersonAccess
  readonly onChanged: () => void
  readonly onEdited: (part: Part, isEdited: boolean) => void
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="zg-office-section">{title}</h3>
      {children}
    </section>
  )
}

function Parts({ person, onChanged, onEdited }: PartsProps) {
  const { can } = usePage()
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
      <Section title={t('账号')}>
        <EmployeeAccount person={person} onChanged={onChanged} />
      </Section>
      <Section title={t('兼任部门')}>
        <OtherDepartments
          key={person.otherDeptIds.join()}
          person={person}
          disabled={!can(operation.edit)}
          onChanged={onChanged}
          onEdited={isEdited => onEdited('departments', isEdited)}
        />
      </Section>
      {person.account !== null && (
        <Section title={t('角色')}>
          <Roles
            key={person.roles.map(role => role.id).join()}
            person={person}
            disabled={!can(operation.roles)}
            onChanged={onChanged}
            onEdited={isEdited => onEdited('roles', isEdited)}
          />
        </Section>
      )}
      <Section title={t('数据权限')}>
        <DataAccess
          key={JSON.stringify([person.account?.dataScope, person.account?.namedDeptIds, person.shops, person.warehouses, person.channels])}
          person={person}
          disabled={!can(operation.dataAcl)}
          onChanged={onChanged}
          onEdited={isEdited => onEdited('data', isEdited)}
        />
      </Section>
    </>
  )
}
