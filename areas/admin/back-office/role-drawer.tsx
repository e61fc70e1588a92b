/** A role of the list: who has it, and the ways to what it may do. */
import { Button } from 'antd'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { RowDrawerProps } from '#platform/web/values/row-openers.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { RoleAccess } from '../answers.ts'
import { QueryResult, useBackOffice } from './back-office-page.tsx'
import { RolePeople } from './role-people.tsx'

export function RoleDrawer({ row, onClose }: RowDrawerProps) {
  const access = useBackOffice<RoleAccess>('/roleManagement/permissions', { roleId: row.id })
  const { open } = useShell()
  const go = (part: string): void => {
    onClose()
    open(`/people/role-permission?role=${row.id}&part=${part}`)
  }
  return (
    <TabDrawer open title={asText(row['name'])} onClose={onClose}>
      <p className="zg-office-row">
        <Button onClick={() => go('operations')}>{t('授权')}</Button>
        <Button onClick={() => go('people')}>{t('成员')}</Button>
      </p>
      <QueryResult of={access}>
        {({ people, remark }) => (
          <>
            {remark !== null && <p>{remark}</p>}
            <RolePeople people={people} />
          </>
        )}
      </QueryResult>
    </TabDrawer>
  )
}
