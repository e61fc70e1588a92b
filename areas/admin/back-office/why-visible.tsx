/** The way from a record to who sees it, and why: the page 用户权限 with the record filled in, for whoever has that page. */
import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { use } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { RecordToolProps } from '#platform/web/rows/record-tools.tsx'
import { ShellContext } from '#platform/web/page/shell-context.ts'

const page = 'admin/office/user-permission'

export function WhyVisible({ type, id }: RecordToolProps) {
  const shell = use(ShellContext)
  const route = shell?.routes.find(({ menu }) => menu.component === page)
  if (shell === null || route === undefined) return null
  const query = new URLSearchParams({ type, recordId: id })
  return (
    <Button type="text" icon={<EyeOutlined aria-hidden />} onClick={() => shell.go(`${route.menu.path}?${query.toString()}`)}>
      {t('谁能看到')}
    </Button>
  )
}
