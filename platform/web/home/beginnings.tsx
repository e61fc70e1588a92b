/** 发起: what a person begins from here, as far as he may open it. */
import { Button } from 'antd'
import { t } from '../i18n/t.ts'
import { beginPath } from '../values/list-state.ts'
import { useShell } from '../page/shell-context.ts'

const beginnings = (): readonly (readonly [title: string, page: string, path: string])[] => [
  [t('新增工单'), '/work-order/list', beginPath('/work-order/list', 'add')],
  [t('写信'), '/contribute/employee/1', '/contribute/employee/1'],
  [t('借书'), '/culture/publicBooks', '/culture/publicBooks'],
  [t('换礼品'), '/culture/gifts', '/culture/gifts'],
]

export function Beginnings() {
  const { routes, open } = useShell()
  const paths = new Set(routes.map(route => route.path))
  const shown = beginnings().filter(([, page]) => paths.has(page))
  return (
    <nav className="zg-home-begin" aria-label={t('发起')}>
      {shown.map(([title, , path]) => (
        <Button key={path} size="small" onClick={() => open(path)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}
