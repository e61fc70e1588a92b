/** Who has a role, each with the way to everything he may do. */
import { Empty, Table } from 'antd'
import { Link } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { isSystemAdministrator } from '#platform/web/page/profile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { RolePerson } from '../answers.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'

const pageMax = 50

export function RolePeople({ people }: { people: readonly RolePerson[] }) {
  const isAdmin = isSystemAdministrator(useShell().profile)
  if (people.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有人有这个角色，可在员工的“账号与权限”中授予')} />
  return (
    <Table<RolePerson>
      rowKey="accountId"
      size="small"
      dataSource={[...people]}
      pagination={{ pageSize: pageMax, hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
      columns={[
        {
          key: 'name',
          title: t('姓名'),
          render: (_value, one) =>
            isAdmin && one.employeeId !== null ? (
              <Link to={`/admin/company/user-permission?employeeId=${one.employeeId}`}>{one.name}</Link>
            ) : (
              one.name
            ),
        },
        { key: 'deptName', title: t('部门'), render: (_value, one) => one.deptName ?? '—' },
      ]}
    />
  )
}
